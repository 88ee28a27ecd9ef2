/** A button, a link or a field that the screen shows. */
export interface ScreenAct {
  label: string
  /** `aria-keyshortcuts`, as it is written there. */
  keys: string | undefined
  run: () => void
}

const acts = 'button, a[href], summary, input[aria-keyshortcuts]'
/** Rows are found by what they are about, tabs and options by the part that they belong to. */
const elsewhere = '[role=table], [role=tablist], [role=listbox], [role=slider], nav, [data-commands], pre'
const openDialogs = ':is([role=dialog], [role=alertdialog])[data-state=open]:not([data-commands])'
const maxCharacters = 60

/** The name by which assistive technology has it. */
function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return name.replaceAll(/\s+/g, ' ').trim()
}

const isThere = (element: HTMLElement): boolean =>
  !(element instanceof HTMLButtonElement && element.disabled) &&
  element.getAttribute('aria-disabled') !== 'true' &&
  !element.closest(elsewhere) &&
  (element.checkVisibility?.() ?? true)

/** The part of the page that a person acts on: the uppermost dialog, else the screen. */
const presentPart = (): Element | null =>
  [...document.querySelectorAll(openDialogs)].at(-1) ?? document.getElementById('main')

function findActs(): { label: string; element: HTMLElement }[] {
  const found = [...(presentPart()?.querySelectorAll<HTMLElement>(acts) ?? [])]
    .filter(isThere)
    .map((element) => ({ label: nameOf(element), element }))
  // The same words twice lead to the first.
  return found.filter(
    ({ label }, at) =>
      label !== '' && label.length <= maxCharacters && found.findIndex((one) => one.label === label) === at,
  )
}

/**
 * The acts of the present screen, read from the page itself: a part that is added is in the palette without a line for it, and one that is not drawn, or
 * is disabled, is not.
 */
export const actsOnScreen = (): ScreenAct[] =>
  findActs().map(({ label, element }) => ({
    label,
    keys: element.getAttribute('aria-keyshortcuts') ?? undefined,
    run: () => {
      // It may have been drawn anew meanwhile.
      const present = element.isConnected ? element : findActs().find((one) => one.label === label)?.element
      if (present instanceof HTMLInputElement) present.focus()
      else present?.click()
    },
  }))
