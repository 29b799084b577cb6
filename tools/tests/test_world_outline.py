"""How the outline of the land is made."""

from .. import world_outline


def shape(*polygons):
    return {"type": "MultiPolygon", "coordinates": polygons}


SQUARE = [[0, 0], [1, 0], [1.002, 0], [1, 1.51], [0, 0]]
HOLE = [[0.25, 0.25], [0.5, 0.25], [0.5, 0.5], [0.25, 0.25]]
ICE = [[0, -80], [9, -80], [9, -63], [0, -80]]


def test_rings_are_in_whole_minutes_closed_by_their_first_point_and_without_points_that_coincide():
    assert list(world_outline.rings(shape([SQUARE, HOLE]))) == [[(0, 0), (60, 0), (60, 91)], [(15, 15), (30, 15), (30, 30)]]


def test_the_land_in_the_far_south_is_left_out():
    assert list(world_outline.rings(shape([ICE], [SQUARE]))) == [[(0, 0), (60, 0), (60, 91)]]


def test_a_ring_is_its_first_point_and_steps_and_long_ones_are_continued():
    assert world_outline.line([(5, -7), (6, -9), (4, -9)]) == "5 -7 1 -2 -2 0"
    rows = list(world_outline.folded(" ".join(["100"] * 100)))
    assert all(len(row) <= world_outline.LINE + 2 for row in rows)
    assert " ".join(row.removesuffix(" \\") for row in rows).split() == ["100"] * 100
