/// A coarse network of shipping lanes: straits, canals, capes and the open sea between them.
///
/// Drawn by hand for this package, so that a route from Hong Kong to Rotterdam doesn't cross Siberia. Not for navigation; no rule uses it.
package enum SeaLanes {
    /// Returns the path between two positions, including both, with longitudes that continue from the first.
    package static func way(from start: GeoPoint, to end: GeoPoint) -> [GeoPoint] {
        let straight = [start, end.continuing(from: start.longitude)]
        guard start.distance(to: end) > nearby else { return straight }
        let goals = Dictionary(uniqueKeysWithValues: doors(of: end).map { ($0, points[$0].distance(to: end)) })
        var distances: [Int: Int] = [:]
        var previous: [Int: Int] = [:]
        var open: [Int: Int] = [:]
        for door in doors(of: start) { open[door] = start.distance(to: points[door]) }
        var best: (node: Int, distance: Int)?
        // There are too few points to need a priority queue. Among equals, the first counts.
        while let (node, distance) = open.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            if let best, best.distance <= distance { break }
            open[node] = nil
            distances[node] = distance
            if let rest = goals[node], best.map({ distance + rest < $0.distance }) ?? true { best = (node, distance + rest) }
            for (neighbour, length) in neighbours[node] where distances[neighbour] == nil && distance + length < open[neighbour] ?? .max {
                open[neighbour] = distance + length
                previous[neighbour] = node
            }
        }
        guard let best else { return straight }
        var nodes = [best.node]
        while let node = nodes.last.flatMap({ previous[$0] }) { nodes.append(node) }
        var way = [start]
        for point in nodes.reversed().map({ points[$0] }) + [end] {
            way.append(point.continuing(from: way[way.count - 1].longitude))
        }
        return way
    }

    /// Positions closer than this, in nautical miles, need no lane.
    private static let nearby = 200

    /// Returns the points of the network nearest to a position, which connect it to the network.
    private static func doors(of place: GeoPoint) -> [Int] {
        let byDistance = points.indices.map { (distance: points[$0].distance(to: place), node: $0) }.sorted { $0 < $1 }
        let reach = byDistance[0].distance * 2
        return byDistance.prefix(3).filter { $0.distance <= reach }.map(\.node)
    }

    private static let names: [Substring] = rows.map { $0[0] }
    private static let points: [GeoPoint] = rows.map { row in
        GeoPoint(latitude: (Int(row[2]) ?? 0) * 6, longitude: (Int(row[1]) ?? 0) * 6)
    }
    private static let neighbours: [[(node: Int, distance: Int)]] = {
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var neighbours = [[(node: Int, distance: Int)]](repeating: [], count: names.count)
        for (node, row) in rows.enumerated() {
            for name in row.dropFirst(3) {
                guard let other = places[name] else { preconditionFailure("\(name) is no point of a lane") }
                let distance = points[node].distance(to: points[other])
                neighbours[node].append((other, distance))
                neighbours[other].append((node, distance))
            }
        }
        return neighbours
    }()
    private static let rows = text.split(separator: "\n").map { $0.split(separator: " ") }

    /// One point for each line: its name, tenths of degrees east and north, and the points connected to it.
    private static let text = """
        bothnia 198 625 aland
        aland 200 592 gotland finland
        finland 248 598 aland
        gotland 189 565 aland bornholm
        bornholm 145 550 gotland kattegat
        kattegat 116 572 bornholm skagerrak
        skagerrak 90 579 northsea german norway
        german 76 542 northsea dover
        northsea 34 545 dover norway scotland
        norway 35 610 northcape scotland
        northcape 150 715 kola
        kola 340 703 northcape
        scotland -35 592 rockall
        rockall -105 560 irish grandbanks
        irish -50 530 ushant
        dover 22 515 channel
        channel -10 502 ushant
        ushant -60 488 finisterre grandbanks azores
        finisterre -100 435 vincent azores biscay
        biscay -30 445 ushant
        vincent -98 368 gibraltar azores canary
        gibraltar -56 360 alboran azores
        alboran -15 363 balearic sardinia
        balearic 38 406 liguria sardinia
        liguria 86 436 tyrrhenia
        tyrrhenia 118 405 sicily sardinia
        sardinia 85 380 balearic sicily
        sicily 116 375 malta
        malta 150 359 ionia levant sidra
        sidra 185 325 levant
        ionia 190 370 adriatic matapan
        adriatic 189 405 venice
        venice 132 446
        matapan 228 360 aegean malta levant
        aegean 250 380 dardanelles
        dardanelles 260 400 bosporus
        bosporus 290 413 black
        black 330 433 colchis
        colchis 405 420
        levant 285 333 portsaid cyprus
        cyprus 343 340 portsaid levant
        portsaid 324 314 suez
        suez 326 296 sinai
        sinai 346 272 redsea
        redsea 380 205 mandeb
        mandeb 430 126 aden
        aden 470 124 guardafui dhofar
        guardafui 525 130 dhofar india maldives somalia
        dhofar 588 170 oman mumbai
        oman 600 238 hormuz karachi mumbai
        hormuz 566 264 gulf
        gulf 523 262 kuwait
        kuwait 495 288
        karachi 665 238 mumbai
        mumbai 715 185 india
        india 753 92 dondra maldives
        maldives 730 75 dondra
        dondra 806 56 aceh coromandel
        coromandel 825 120 bengal
        bengal 900 195 aceh burma
        burma 955 145 aceh
        aceh 950 62 malacca
        malacca 987 50 klang
        klang 1010 28 singapore
        singapore 1040 12 southchina javasea siam natuna
        siam 1016 95 bangkok mekong
        bangkok 1008 126
        mekong 1055 78 siam singapore southchina
        natuna 1100 35 brunei singapore
        brunei 1145 60 palawan
        palawan 1180 120 manila
        southchina 1103 95 hongkong vietnam manila
        vietnam 1103 145 southchina hongkong tonkin
        tonkin 1078 198 hainan
        hainan 1084 176 vietnam tonkin hongkong
        manila 1199 143 hongkong luzon kaohsiung sulu
        sulu 1210 90 celebes manila
        celebes 1220 40 makassar guam
        hongkong 1144 219 taiwan luzon kaohsiung
        kaohsiung 1198 222 luzon taiwan
        taiwan 1195 246 eastchina
        luzon 1210 203 guam okinawa
        eastchina 1226 285 shanghai osumi
        shanghai 1226 312 yellow osumi korea
        yellow 1232 355 bohai inchon korea
        bohai 1212 382 tianjin yellow
        tianjin 1186 388
        inchon 1258 372
        korea 1275 336 tsushima osumi
        tsushima 1294 346 japansea
        japansea 1345 380 tsugaru vladivostok
        vladivostok 1322 427
        tsugaru 1403 414 hokkaido
        hokkaido 1455 415 kuril
        okinawa 1290 250 osumi kii luzon
        osumi 1310 306 kii
        kii 1360 332 tokyo
        tokyo 1399 346 boso
        boso 1420 355 kuril northpac hokkaido midway
        kuril 1550 445 aleutian
        aleutian 1720 500 bering
        bering -1700 528 gulfalaska
        gulfalaska -1500 535 juandefuca rupert
        rupert -1315 540 juandefuca
        juandefuca -1250 484 oregon salish
        salish -1231 486
        oregon -1250 435 goldengate
        northpac 1700 440 midpac
        midpac -1650 460 mendocino bering
        mendocino -1350 420 goldengate oregon juandefuca
        goldengate -1232 374 angeles hawaii mendocino
        angeles -1192 334 baja hawaii mendocino
        hawaii -1580 208 midway baja samoa panamawest
        midway 1780 290 hawaii
        guam 1440 140 midway solomon hawaii
        baja -1125 235 manzanillo
        manzanillo -1050 183 guatemala
        guatemala -915 128 panamawest
        panamawest -810 68 panamasouth ecuador
        panamasouth -795 88 panamanorth
        panamanorth -799 95 jamaica cartagena yucatan
        ecuador -818 -15 peru tahiti
        peru -785 -125 chile
        chile -735 -330 chiloe newzealand
        chiloe -762 -450 magellan
        magellan -750 -527 patagonia
        patagonia -660 -523 plate
        tahiti -1500 -170 samoa newzealand
        samoa -1720 -140 fiji
        fiji 1770 -185 auckland coral solomon
        solomon 1570 -60 coral
        auckland 1754 -360 bayofplenty northcapenz
        bayofplenty 1770 -372 newzealand
        newzealand 1800 -410 wellington
        wellington 1745 -416 canterbury tasman
        canterbury 1734 -436
        northcapenz 1725 -340 tasman sydney fiji brisbane
        tasman 1650 -395 sydney bass
        sydney 1520 -340 brisbane gippsland
        brisbane 1540 -270 coral
        coral 1535 -180 torres
        torres 1423 -104 arafura
        arafura 1310 -105 timor
        timor 1220 -115 lombok exmouth
        lombok 1158 -93 makassar exmouth javasea
        makassar 1183 -20
        javasea 1078 -50 sunda surabaya
        surabaya 1128 -64 lombok makassar
        sunda 1049 -66 exmouth cocos
        cocos 950 -50 dondra mauritius aceh
        exmouth 1128 -218 perth
        perth 1149 -320 leeuwin sunda
        leeuwin 1143 -350 bight mauritius
        bight 1320 -365 adelaide bass
        adelaide 1373 -360 bass
        bass 1440 -393 melbourne gippsland
        melbourne 1448 -384
        gippsland 1503 -380 sydney tasman
        somalia 510 40 mombasa seychelles
        mombasa 406 -45 mozambique zanzibar
        zanzibar 399 -70 mozambique
        seychelles 580 -30 mauritius maldives
        mozambique 415 -150 beira durban
        beira 365 -205 durban
        mauritius 572 -215 durban
        durban 320 -303 agulhas
        agulhas 205 -356 cape mauritius
        cape 175 -340 namibia verde rio
        namibia 135 -230 angola
        angola 120 -90 cameroon
        cameroon 80 25 lagos
        lagos 34 57 ghana
        ghana 0 49 palmas
        palmas -76 36 dakar
        dakar -183 145 verde canary
        verde -200 140 recife guyana
        canary -146 288 casablanca dakar
        casablanca -90 338 vincent gibraltar
        recife -340 -75 bahia guyana
        bahia -379 -135 rio
        rio -423 -236 santos
        santos -460 -246 riogrande
        riogrande -510 -325 plate
        plate -550 -360
        guyana -500 60 trinidad
        trinidad -600 115 caribbean antilles
        antilles -620 188 sanjuan azores
        sanjuan -665 190 mona windward azores
        mona -678 182 caribbean jamaica
        caribbean -690 135 cartagena jamaica
        cartagena -760 110 jamaica
        jamaica -758 173 windward yucatan
        windward -740 201 bahamas
        bahamas -735 245 hatteras
        yucatan -853 219 florida gulfmexico honduras
        honduras -865 170 panamanorth
        gulfmexico -910 255 texas veracruz mississippi florida
        texas -943 288
        mississippi -890 286 florida
        veracruz -955 200
        florida -815 242 straits
        straits -796 268 savannah
        savannah -798 313 hatteras
        hatteras -750 350 newyork chesapeake azores
        chesapeake -755 369 newyork
        newyork -732 402 nantucket
        nantucket -690 409 halifax grandbanks boston azores
        boston -703 423
        halifax -625 440 grandbanks cabot
        grandbanks -500 428
        cabot -600 474 stlawrence
        stlawrence -660 496 quebec
        quebec -695 483
        azores -270 395
        """
}
