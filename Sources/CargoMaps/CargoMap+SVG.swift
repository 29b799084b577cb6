import CargoDomain

/// The map as an SVG image: the same map gives the same bytes on every platform.
///
/// Colours are attributes, which the page's style sheet can override by class. The image contains no styles and no scripts.
extension CargoMap {
    /// Returns the image with its title and description.
    /// - Parameter id: the prefix of the ids in the image, so that a page can contain several; ASCII letters, digits and hyphens.
    public func svg(id: String = "map") -> String {
        let id = Self.escaped(id)
        let canvas = Canvas(frame)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 \(Canvas.width) \(canvas.height)" role="img" \
            aria-labelledby="\(id)-title" aria-describedby="\(id)-desc" font-family="system-ui, sans-serif">
            <title id="\(id)-title">\(Self.escaped(title))</title>
            <desc id="\(id)-desc">\(Self.escaped(summary))</desc>
            <rect class="map-sea" width="\(Canvas.width)" height="\(canvas.height)" fill="#dcebf5"/>

            """
        svg += canvas.land(##"class="map-land" fill="#b9c3b0" stroke="#b9c3b0""##)
        // The more certain way is drawn over the others.
        for way in Way.allCases.reversed() {
            for stretch in stretches where stretch.way == way { svg += canvas.line(stretch.points, way.attributes) }
        }
        for stop in stops {
            for spot in canvas.spots(stop.point) {
                svg +=
                    ##"<circle class="map-stop" cx="\##(spot.x)" cy="\##(spot.y)" r="11" fill="#ffffff" stroke="#1f5f99" stroke-width="6"/>\##n"##
                guard isDisrupted(stop) else { continue }
                svg += """
                    <path class="map-disruption" d="M\(spot.x - 18) \(spot.y - 18)l36 36m0 -36l-36 36" fill="none" stroke="#b3341f" \
                    stroke-width="9" stroke-linecap="round"/>

                    """
            }
        }
        let marks = cargo.map { canvas.spots($0) } ?? []
        for mark in marks {
            svg += ##"<circle class="map-halo" cx="\##(mark.x)" cy="\##(mark.y)" r="30" fill="#b3341f" fill-opacity="0.25"/>\##n"##
            svg +=
                ##"<circle class="map-cargo" cx="\##(mark.x)" cy="\##(mark.y)" r="16" fill="#b3341f" stroke="#ffffff" stroke-width="5"/>\##n"##
        }
        var labels = MapLabels(width: Canvas.width, height: canvas.height, obstacles: stops.flatMap { canvas.spots($0.point) } + marks)
        for stop in stops {
            guard let spot = canvas.spots(stop.point).first, let label = labels.place(stop.location.name.text, at: spot) else { continue }
            svg += Self.text(label)
        }
        if let mark = marks.first, let note = cargoNote, let label = labels.place(note, at: mark) { svg += Self.text(label) }
        return svg + "</svg>\n"
    }

    private static func text(_ label: MapLabels.Label) -> String {
        """
        <text class="map-label" x="\(label.x)" y="\(label.y)" text-anchor="\(label.anchor.rawValue)" font-size="\(MapLabels.size)" \
        fill="#14202b" stroke="#f4f9fc" stroke-width="8" stroke-linejoin="round" paint-order="stroke">\
        \(escaped(label.text))</text>

        """
    }

    /// Escapes text for XML and drops characters that XML doesn't allow.
    private static func escaped(_ text: String) -> String {
        var allowed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isOutside = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
            if !isOutside { allowed.append(scalar) }
        }
        return String(allowed).escapedForMarkup
    }
}

extension CargoMap.Way {
    /// A solid, a dashed or a dotted line.
    fileprivate var attributes: String {
        switch self {
        case .actual: ##"class="map-actual" stroke="#1f5f99" stroke-width="9""##
        case .estimated: ##"class="map-estimated" stroke="#1f5f99" stroke-width="7" stroke-dasharray="22 18""##
        case .planned: ##"class="map-planned" stroke="#1f5f99" stroke-width="7" stroke-dasharray="1 17""##
        }
    }
}

/// Converts positions to points of the image.
private struct Canvas {
    static let width = 1200
    let frame: MapFrame

    init(_ frame: MapFrame) { self.frame = frame }

    var height: Int { frame.height * Self.width / frame.width }

    func spot(_ place: GeoPoint, turn: Int = 0) -> MapSpot {
        MapSpot(
            x: (place.longitude + turn - frame.west) * Self.width / frame.width,
            y: (frame.north - place.latitude) * Self.width / frame.width
        )
    }

    /// Returns every point at which a position is visible.
    func spots(_ place: GeoPoint) -> [MapSpot] { frame.turns(of: [place]).map { spot(place, turn: $0) } }

    func line(_ places: [GeoPoint], _ attributes: String) -> String {
        frame.turns(of: places).map { turn in
            let points = places.map { spot($0, turn: turn) }.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            return "<polyline \(attributes) fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" points=\"\(points)\"/>\n"
        }.joined()
    }

    /// Returns the visible land as one path.
    func land(_ attributes: String) -> String {
        var path = ""
        for ring in WorldOutline.rings {
            for turn in frame.turns(west: ring.west, east: ring.east, south: ring.south, north: ring.north) {
                var last: MapSpot?
                for place in frame.shortened(ring.points, turn: turn) {
                    let spot = spot(place, turn: turn)
                    // Skips points that coincide with the previous one.
                    if spot == last { continue }
                    path += last.map { "l\(spot.x - $0.x) \(spot.y - $0.y)" } ?? "M\(spot.x) \(spot.y)"
                    last = spot
                }
                path += "z"
            }
        }
        guard !path.isEmpty else { return "" }
        return "<path \(attributes) stroke-width=\"4\" stroke-linejoin=\"round\" fill-rule=\"evenodd\" d=\"\(path)\"/>\n"
    }
}

extension String {
    /// The text with the characters escaped that mean something in HTML and XML, scalar by scalar, as browsers read it.
    ///
    /// A quotation mark with a combining accent is one `Character` that isn't a quotation mark, but it ends an attribute.
    package var escapedForMarkup: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
