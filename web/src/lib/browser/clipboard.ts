/** The Clipboard API is missing from plain-HTTP addresses of the local network, or refused; a selection still copies. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copySelection(text)
  }
}

function copySelection(text: string): void {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('the browser refused to copy')
}
