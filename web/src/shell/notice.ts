const key = 'notice-dismissed'

/** The operator's notice, as the gateway has written it into the page, until this tab's reader has dismissed it. Empty: none. */
export function presentNotice(): string {
  const text = document.documentElement.dataset.notice ?? ''
  try {
    return text === sessionStorage.getItem(key) ? '' : text
  } catch {
    return text
  }
}

export function dismissNotice(text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Without storage it is there again at the next load.
  }
}
