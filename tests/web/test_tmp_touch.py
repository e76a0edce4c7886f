from web.test_browser import *
from web.hands_on import *
@pytest.mark.parametrize("n", range(3))
def test_x(open_page, live, n):
    page = open_page(ANA, "phone", viewport=PHONE, has_touch=True, is_mobile=True)
    page.evaluate("""() => { window.evs=[]; for (const t of ["pointerdown","pointerup","pointercancel","pointermove","click","touchstart","touchend","touchcancel"]) addEventListener(t, e => evs.push(t+":"+(e.target.id||e.target.getAttribute?.("class")||"")+":"+Math.round(performance.now())), {capture:true}); }""")
    expect(page.locator(".fan-card")).to_have_count(6)
    drag_by_finger(page, in_hand(page, "a:C4"), zone(page, "a.m3"))
    expect(zone(page, "a.m3")).to_have_attribute("aria-label", re.compile("4 of clubs"))
    page.evaluate("evs.push('---')")
    page.locator("#press-phase").tap()
    page.wait_for_timeout(500)
    print(asked(live))
    page.evaluate("evs.push('---')")
    drag_by_finger(page, zone(page, "a.m3"), page.locator('[data-stack="a.grave"]'))
    page.wait_for_timeout(500)
    print(asked(live)); print(page.evaluate("evs"))
