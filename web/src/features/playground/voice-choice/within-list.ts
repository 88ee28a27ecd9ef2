/** Scrolls the list, and nothing around it, to the chosen voice. */
export function showChosen(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[data-chosen]')
  if (!list || !row) return
  const { offsetTop: top, offsetHeight: height } = row
  const isInSight = top >= list.scrollTop && top + height <= list.scrollTop + list.clientHeight
  if (!isInSight) list.scrollTop = top - (list.clientHeight - height) / 2
}

/** Focuses the voice from which the arrow keys go on. */
export function focusChosen(list: HTMLElement | null): void {
  const radio = list?.querySelector<HTMLElement>('input:checked') ?? list?.querySelector<HTMLElement>('input')
  radio?.focus()
}
