let notice: string | undefined

/**
 * A sentence that Log In shows above its form, until it is left. In memory: whoever goes to the login of an account that has just ended
 * comes there by more ways than one, and an address or a storage would keep it.
 */
export function leaveNotice(text: string): void {
  notice = text
}

export const readNotice = (): string | undefined => notice

export function clearNotice(): void {
  notice = undefined
}
