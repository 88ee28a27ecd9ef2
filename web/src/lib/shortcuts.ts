import { isApple } from './browser/is-apple.ts'
import { isComposing } from './browser/is-composing.ts'
import { storedSwitch } from './browser/stored-switch.ts'

/** Whether keys without a modifier are shortcuts: they hinder those who dictate or slip, and can be turned off (WCAG 2.1.4). */
export const singleKeys = storedSwitch('single-keys')

/** A checkbox takes no letters. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** A dialog that fades is closed already. */
const openDialogs = '[role=dialog]:not([data-state=closed]), [role=alertdialog]:not([data-state=closed])'

/** A key pressed alone, where it can mean nothing else: not while typing, and not while a dialog is open. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || isComposing(event)) &&
  !(event.target instanceof Element && event.target.closest(fields)) &&
  !document.querySelector(openDialogs) &&
  singleKeys.isOn()

/** ⌘ or Ctrl with a letter. On Apple's systems Ctrl with a letter edits text. */
export const isWithCommand = (event: KeyboardEvent, letter: string): boolean =>
  event.key.toLowerCase() === letter &&
  !isComposing(event) &&
  (event.metaKey || (event.ctrlKey && !isApple)) &&
  !(event.shiftKey || event.altKey)

/** `aria-keyshortcuts` as it is drawn. @param keys 'Control+Enter Meta+Enter', or a single key */
export const drawnKeys = (keys: string): string => {
  const [first = ''] = keys.split(' ')
  return first.startsWith('Control+') ? withCommand(first.slice('Control+'.length)) : first.toUpperCase()
}

/** `aria-keyshortcuts` of a key with ⌘ or Ctrl. */
export const ariaWithCommand = (name: string): string => `Control+${name} Meta+${name}`

/** How the keys of a shortcut are drawn. */
export const withCommand = (name: string): string => `${isApple ? '⌘' : 'Ctrl'} ${name}`
