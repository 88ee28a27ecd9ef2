/** Distance from the window's edges, in px. */
const edgePx = 24
const narrowEdgePx = 16
/** Below the top bar. */
const topPx = 64
const stepPx = 36
/** A control that is about to be pressed: of a dialog, of a form's end, or the one with the focus. */
const actWeight = 100

const controls =
  'button, a[href], input, select, textarea, summary, [role=slider], [role=option], [tabindex="0"][role=img]'
const acts = '[role=dialog], [role=alertdialog], form'
/** Behind a dialog, which hides all else from assistive technology: nothing there can be pressed. */
const behind = '[aria-hidden=true]'

interface Place {
  left: number
  top: number
}

/**
 * A place for a box of this size at which it covers no control, or as few as it can: from the corner at the bottom right upwards, on narrow
 * windows from the top down.
 * @param box what is placed, whose own controls do not count
 */
export function freePlace(box: HTMLElement, isNarrow: boolean): Place {
  const { offsetWidth: width, offsetHeight: height } = box
  const taken = takenPlaces(box)
  const costAt = ({ left, top }: Place) =>
    taken.reduce(
      (sum, { rect, weight }) =>
        rect.left < left + width && rect.right > left && rect.top < top + height && rect.bottom > top
          ? sum + weight
          : sum,
      0,
    )
  let best: Place | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const place of placesFor(width, height, isNarrow)) {
    const cost = costAt(place)
    if (cost < bestCost) [best, bestCost] = [place, cost]
    if (cost === 0) break
  }
  return best ?? { left: edgePx, top: topPx }
}

function placesFor(width: number, height: number, isNarrow: boolean): Place[] {
  const edge = isNarrow ? narrowEdgePx : edgePx
  const [right, bottom] = [innerWidth - edge - width, innerHeight - edge - height]
  // On phones it is as wide as the window.
  const main = document.getElementById('main')?.getBoundingClientRect().left ?? 0
  const lefts = isNarrow ? [edge] : [right, Math.max(edge, main + (innerWidth - main - width) / 2), main + edge]
  const count = Math.max(1, Math.floor((bottom - topPx) / stepPx) + 1)
  const downwards = Array.from({ length: count }, (_, index) => topPx + index * stepPx)
  const upwards = Array.from({ length: count }, (_, index) => bottom - index * stepPx)
  const tops = isNarrow ? downwards : [...upwards, topPx]
  return tops.flatMap((top) => lefts.map((left) => ({ left, top })))
}

function takenPlaces(box: HTMLElement): { rect: DOMRect; weight: number }[] {
  return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    if (box.contains(control) || control.closest(behind)) return []
    const rect = control.getBoundingClientRect()
    if (rect.width <= 1 || rect.bottom <= 0 || rect.top >= innerHeight) return []
    const isAct = control.closest(acts) !== null || control === document.activeElement
    return [{ rect, weight: isAct ? actWeight : 1 }]
  })
}
