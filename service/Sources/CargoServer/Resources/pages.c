// The files of the pages, embedded by the compiler: Swift's own takes seconds for a list of as many bytes.
#include "CPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char book_mustache[] = {
#embed "pages/book.mustache"
};
static const unsigned char bulk_mustache[] = {
#embed "pages/bulk.mustache"
};
static const unsigned char cargo_mustache[] = {
#embed "pages/cargo.mustache"
};
static const unsigned char cargos_mustache[] = {
#embed "pages/cargos.mustache"
};
static const unsigned char carrier_event_mustache[] = {
#embed "pages/carrier-event.mustache"
};
static const unsigned char carrier_events_mustache[] = {
#embed "pages/carrier-events.mustache"
};
static const unsigned char changes_mustache[] = {
#embed "pages/changes.mustache"
};
static const unsigned char customer_mustache[] = {
#embed "pages/customer.mustache"
};
static const unsigned char faults_mustache[] = {
#embed "pages/faults.mustache"
};
static const unsigned char field_mustache[] = {
#embed "pages/field.mustache"
};
static const unsigned char home_mustache[] = {
#embed "pages/home.mustache"
};
static const unsigned char icon_svg[] = {
#embed "pages/icon.svg"
};
static const unsigned char import_mustache[] = {
#embed "pages/import.mustache"
};
static const unsigned char layout_mustache[] = {
#embed "pages/layout.mustache"
};
static const unsigned char moment_mustache[] = {
#embed "pages/moment.mustache"
};
static const unsigned char pages_css[] = {
#embed "pages/pages.css"
};
static const unsigned char pages_js[] = {
#embed "pages/pages.js"
};
static const unsigned char problem_mustache[] = {
#embed "pages/problem.mustache"
};
static const unsigned char routes_mustache[] = {
#embed "pages/routes.mustache"
};
static const unsigned char sign_in_mustache[] = {
#embed "pages/sign-in.mustache"
};
static const unsigned char signed_in_mustache[] = {
#embed "pages/signed-in.mustache"
};
static const unsigned char signed_out_mustache[] = {
#embed "pages/signed-out.mustache"
};
static const unsigned char subscription_mustache[] = {
#embed "pages/subscription.mustache"
};
static const unsigned char subscriptions_mustache[] = {
#embed "pages/subscriptions.mustache"
};
static const unsigned char track_mustache[] = {
#embed "pages/track.mustache"
};
static const unsigned char tracking_mustache[] = {
#embed "pages/tracking.mustache"
};
static const unsigned char voyage_mustache[] = {
#embed "pages/voyage.mustache"
};
static const unsigned char voyage_result_mustache[] = {
#embed "pages/voyage-result.mustache"
};
static const unsigned char voyages_mustache[] = {
#embed "pages/voyages.mustache"
};

static const struct cargo_page_file files[] = {
    {"book.mustache", book_mustache, sizeof book_mustache},
    {"bulk.mustache", bulk_mustache, sizeof bulk_mustache},
    {"cargo.mustache", cargo_mustache, sizeof cargo_mustache},
    {"cargos.mustache", cargos_mustache, sizeof cargos_mustache},
    {"carrier-event.mustache", carrier_event_mustache, sizeof carrier_event_mustache},
    {"carrier-events.mustache", carrier_events_mustache, sizeof carrier_events_mustache},
    {"changes.mustache", changes_mustache, sizeof changes_mustache},
    {"customer.mustache", customer_mustache, sizeof customer_mustache},
    {"faults.mustache", faults_mustache, sizeof faults_mustache},
    {"field.mustache", field_mustache, sizeof field_mustache},
    {"home.mustache", home_mustache, sizeof home_mustache},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"import.mustache", import_mustache, sizeof import_mustache},
    {"layout.mustache", layout_mustache, sizeof layout_mustache},
    {"moment.mustache", moment_mustache, sizeof moment_mustache},
    {"pages.css", pages_css, sizeof pages_css},
    {"pages.js", pages_js, sizeof pages_js},
    {"problem.mustache", problem_mustache, sizeof problem_mustache},
    {"routes.mustache", routes_mustache, sizeof routes_mustache},
    {"sign-in.mustache", sign_in_mustache, sizeof sign_in_mustache},
    {"signed-in.mustache", signed_in_mustache, sizeof signed_in_mustache},
    {"signed-out.mustache", signed_out_mustache, sizeof signed_out_mustache},
    {"subscription.mustache", subscription_mustache, sizeof subscription_mustache},
    {"subscriptions.mustache", subscriptions_mustache, sizeof subscriptions_mustache},
    {"track.mustache", track_mustache, sizeof track_mustache},
    {"tracking.mustache", tracking_mustache, sizeof tracking_mustache},
    {"voyage.mustache", voyage_mustache, sizeof voyage_mustache},
    {"voyage-result.mustache", voyage_result_mustache, sizeof voyage_result_mustache},
    {"voyages.mustache", voyages_mustache, sizeof voyages_mustache},
};

const struct cargo_page_file *cargo_page_files(size_t *count) {
    *count = sizeof files / sizeof files[0];
    return files;
}
