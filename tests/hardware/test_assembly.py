"""The electronics, traced as currents would go: nobody has to solder to find a broken net."""

from collections import Counter
from itertools import pairwise

from duelmat_hardware import Mat
from duelmat_hardware.assembly import feeds
from duelmat_hardware.harness import Device, Harness
from duelmat_hardware.pico import EDGE


def pin(device: Device, name: str) -> str:
    """The net of a contact, by its name without the chip's own number."""
    (net,) = (p.net for p in device.pins if p.label == name or p.label.endswith(f" {name}"))
    return net


def pico_net(wired: Harness, gp: int) -> str:
    return wired.device("PICO").net(f"GP{gp} (pin {EDGE[gp]})")


def other_end(wired: Harness, net: str, kind: str) -> str:
    """The net on the other side of the one two-legged part of that kind on a net."""
    (found,) = (
        next(p.net for p in device.pins if p.net != net)
        for device in wired.devices
        if device.title.startswith(kind) and net in {p.net for p in device.pins}
    )
    return found


def beyond(wired: Harness, net: str, title: str) -> str:
    """The net on the other side of the one resistor, of a network, that is on a net."""
    (found,) = (
        device.pins[-1 - at].net
        for device in wired.devices
        if device.title.startswith(title)
        for at, pin in enumerate(device.pins)
        if pin.net == net
    )
    return found


def test_every_net_is_joined_across_boards_by_wires(every_wired: Harness) -> None:
    """On a board contacts of one net are joined; between boards only a wire can do that."""
    board_of = {device.ref: device.board for device in every_wired.devices}
    joined: dict[str, list[set[str]]] = {}
    for net, contacts in every_wired.nets().items():
        joined[net] = [{board} for board in {board_of[ref] for ref, _ in contacts}]
    for cable in every_wired.cables:
        for wire in cable.wires:
            ends = {board_of[wire.start[0]], board_of[wire.end[0]]}
            touched = [group for group in joined[wire.net] if group & ends]
            rest = [group for group in joined[wire.net] if not group & ends]
            joined[wire.net] = [*rest, set().union(*touched)]
    assert {net: groups for net, groups in joined.items() if len(groups) > 1} == {}


def test_no_net_ends_in_the_air(every_wired: Harness) -> None:
    """Every net has at least two contacts."""
    assert [net for net, contacts in every_wired.nets().items() if len(contacts) < 2] == []


def test_names_of_devices_and_cables_are_their_own(every_wired: Harness) -> None:
    """A wire list with two cables of one name could not be followed."""
    for names in ([d.ref for d in every_wired.devices], [c.name for c in every_wired.cables]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_a_wire_joins_contacts_of_its_net(every_wired: Harness) -> None:
    """And has a length that reaches from one to the other."""
    for cable in every_wired.cables:
        for wire in cable.wires:
            one, other = every_wired.device(wire.start[0]), every_wired.device(wire.end[0])
            assert one.net(wire.start[1]) == other.net(wire.end[1]) == wire.net
            assert wire.length_mm >= one.at.distance_mm(other.at)
            assert wire.length_mm % 5 == 0


def test_the_decoders_select_every_reader_at_the_address_that_the_firmware_puts_out(
    any_mat: Mat, wired: Harness
) -> None:
    """Bank and line go out in binary, lowest bit first; exactly one select line goes low."""
    pins = any_mat.pins
    for antenna in any_mat.antennas:
        level = {
            pico_net(wired, gp): antenna.line >> i & 1 for i, gp in enumerate(pins.reader_address)
        }
        level |= {
            pico_net(wired, gp): antenna.bank >> i & 1 for i, gp in enumerate(pins.bank_address)
        }
        level[pico_net(wired, pins.select)] = 0
        level |= {"GND": 0, "3V3": 1}
        low = {selected(wired.device("U1"), level)}
        assert low == {f"BANK{antenna.bank}"}
        for bank, _ in enumerate(any_mat.construction.banks):
            level[f"BANK{bank}"] = int(f"BANK{bank}" not in low)
        chosen = {
            net
            for bank, _ in enumerate(any_mat.construction.banks)
            if (net := selected(wired.device(f"B{bank}_U1"), level))
        }
        assert chosen == {f"NSS{antenna.index}"}
        assert wired.device(f"READER{antenna.index}").net("SDA") == f"NSS{antenna.index}"
        buffer = wired.device(f"B{antenna.bank}_U2")
        assert level[pin(buffer, "1/OE")] == 0, "the bank's MISO buffer is let through"
        answers = wired.device(f"B{antenna.bank}_U3")
        assert pin(buffer, "1A") == pin(answers, "Y")
        assert level[pin(answers, "/OE")] == 0, "the multiplexer always drives the buffer's input"
        number = sum(level[pin(answers, f"S{i}")] << i for i in range(3))
        assert pin(answers, f"I{number}") == wired.device(f"READER{antenna.index}").net("MISO")


def selected(decoder: Device, level: dict[str, int]) -> str:
    """The net that a 74HC138 pulls low; nothing if it is not enabled."""
    if level[pin(decoder, "/E1")] or level[pin(decoder, "/E2")] or not level[pin(decoder, "E3")]:
        return ""
    number = sum(level[pin(decoder, f"A{i}")] << i for i in range(3))
    return pin(decoder, f"/Y{number}")


def test_each_bus_reaches_every_reader(any_mat: Mat, wired: Harness) -> None:
    """Clock, data and reset through the bank's buffer, supply directly; interrupts stay open."""
    assert pico_net(wired, any_mat.pins.miso) == "MISO"
    for antenna in any_mat.antennas:
        reader, buffer = (
            wired.device(f"READER{antenna.index}"),
            wired.device(f"B{antenna.bank}_U2"),
        )
        through = {pin(buffer, f"{i}Y"): pin(buffer, f"{i}A") for i in (2, 3, 4)}
        for name, gp in (("SCK", any_mat.pins.sck), ("MOSI", any_mat.pins.mosi)):
            behind = beyond(wired, reader.net(name), f"eight resistors 100 ohm, {name} to each")
            ahead = beyond(wired, through[behind], f"eight resistors 100 ohm, {name} to each bank")
            assert ahead == pico_net(wired, gp)
        assert through[reader.net("RST")] == pico_net(wired, any_mat.pins.reset)
        assert reader.net("IRQ") == ""
        assert (reader.net("3.3V"), reader.net("GND")) == ("3V3", "GND")
        coil = wired.device(f"COIL{antenna.index}")
        ends = [reader.net("ANT1"), reader.net("ANT2")]
        for i, net in enumerate(ends, start=1):
            resistor = wired.device(f"RS{antenna.index}_{i}")
            assert (resistor.net("1"), resistor.net("2")) == (net, coil.net(str(i)))
        for name in ("CT", "CP"):
            across = wired.device(f"{name}{antenna.index}")
            assert [across.net("1"), across.net("2")] == ends


def test_no_reader_shares_its_answer_with_another(any_mat: Mat, wired: Harness) -> None:
    """Each MISO goes to one input of a multiplexer and to a pull-up, and nowhere else."""
    nets = wired.nets()
    for antenna in any_mat.antennas:
        bank = antenna.bank
        contacts = nets[wired.device(f"READER{antenna.index}").net("MISO")]
        places = {f"B{bank}_U3", f"B{bank}_RN3", f"B{bank}_R{antenna.line}"}
        assert {ref for ref, _ in contacts} == {*places, f"READER{antenna.index}"}
        assert len(contacts) == 4
        assert wired.device(f"B{bank}_RN3").net("1") == "3V3"


def test_every_bank_has_a_test_header(any_mat: Mat, wired: Harness) -> None:
    """With ground, supply, and each line that the bank's chips make."""
    for bank, _ in enumerate(any_mat.construction.banks):
        header, buffer = wired.device(f"B{bank}_TEST"), wired.device(f"B{bank}_U2")
        driven = {pin(buffer, f"{i}Y") for i in (2, 3, 4)}
        found = {p.net for p in header.pins}
        assert found == {"GND", "3V3", f"BANK{bank}", pin(buffer, "1A"), *driven}


def test_pads_buttons_and_displays_are_where_the_board_config_says(
    any_mat: Mat, wired: Harness
) -> None:
    """Electrode by electrode, pin by pin, address by address."""
    chips = dict(any_mat.construction.touch)
    refs = {address: f"TOUCH{i}" for i, address in enumerate(chips)}
    address_pins = {0x5A: "GND", 0x5B: "3V3", 0x5C: "SDA", 0x5D: "SCL"}
    for address, ref in refs.items():
        assert wired.device(ref).net("ADDR") == address_pins[address]
        assert wired.device(ref).net("TOUCH_IRQ") == pico_net(wired, any_mat.pins.touch_irq)
    for pad in any_mat.pads:
        assert wired.device(refs[pad.chip_address]).net(str(pad.electrode)) == f"PAD_{pad.name}"
    for button in any_mat.buttons:
        key = wired.device(f"KEY_{button.name}")
        assert (key.net("1"), key.net("2")) == (pico_net(wired, button.pin), "GND")
    for display in any_mat.displays:
        driver = wired.device(f"LIFE_{display.seat}")
        assert driver.title.startswith(f"HT16K33 at 0x{display.address:X}")
        for digit in range(8):
            half = wired.device(f"LIFE_{display.seat}_{digit // 4 + 1}")
            nets = {p.label.split(" ", 1)[1]: p.net for p in half.pins}
            assert nets[f"digit {digit % 4 + 1}"] == driver.net(f"C{digit}")
            assert [nets[name] for name in "abcdefgp"] == [driver.net(f"A{i}") for i in range(8)]


def test_five_volt_parts_never_meet_the_picos_pins(wired: Harness) -> None:
    """I2C goes through the shifter, lights' data through the buffer, senses through dividers."""
    direct = {p.net for p in wired.device("PICO").pins if p.label.startswith("GP") and p.net}
    for device in wired.devices:
        nets = {p.net for p in device.pins}
        is_between = device.ref in {"U2", "U4"} or device.title.startswith("resistor")
        if nets & {"5V", "5V_LIGHTS0", "5V_LIGHTS1"} and not is_between:
            assert not direct & nets, device.ref
    for gp_net in ("SENSE_5V", "SENSE_3V3"):
        legs = [d for d in wired.devices if gp_net in {p.net for p in d.pins} and d.ref != "PICO"]
        assert [leg.title for leg in legs] == ["resistor 10 kohm"] * 2


def test_the_lights_are_one_chain_in_the_order_of_their_numbers(
    any_mat: Mat, wired: Harness
) -> None:
    """Each light's output is the next one's input, and a feed begins often enough."""
    lights = [wired.device(f"LIGHT{i}") for i in range(any_mat.light_count)]
    for one, other in pairwise(lights):
        assert one.net("DOUT") == other.net("DIN") != ""
    assert lights[-1].net("DOUT") == ""
    fed = feeds(any_mat)
    assert fed[0] == 0
    assert all(b - a <= any_mat.feed_lights for a, b in pairwise(fed))
    names = {cable.name for cable in wired.cables}
    assert {f"W_FEED{i}" for i, _ in enumerate(fed)} <= names


def test_every_chip_has_its_capacitor_and_every_bank_its_own(any_mat: Mat, wired: Harness) -> None:
    """Between the chip's own supply and ground, in the lists of nets and contacts too."""
    by_title = {device.title: device for device in wired.devices if device.board == "main"}
    assert wired.device("C1").net("1") == wired.device("U1").net("16 VCC")
    assert wired.device("C2").net("1") == wired.device("U2").net("14 VCC")
    assert by_title["capacitor 1000 uF behind Q1"].net("+") == "5V_SWITCHED"
    for bank, _ in enumerate(any_mat.construction.banks):
        for number in (1, 2, 3, 4):
            capacitor = wired.device(f"B{bank}_C{number}")
            assert {pin.net for pin in capacitor.pins} == {"3V3", "GND"}


def test_displays_and_touch_chips_sit_on_carriers_with_plugs_of_their_own(
    any_mat: Mat, wired: Harness
) -> None:
    """So the order of the contacts on a breakout does not matter."""
    for display in any_mat.displays:
        board = f"LIFE_{display.seat}"
        assert {d.role for d in wired.devices if d.board == board} == {
            *("display_driver", "digits", "header")
        }
    for number, _ in enumerate(any_mat.construction.touch):
        refs = [d.ref for d in wired.devices if d.board == f"TOUCH{number}"]
        is_last = number == len(any_mat.construction.touch) - 1
        assert (f"TOUCH{number}_OUT" in refs) is not is_last
        assert f"TOUCH{number}_IN" in refs
