import { msg } from '../../../lib/language/words.ts'
/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Sentence for a person without one, or who changed their mind. */
export const noPasskey = msg('No passkey was given')

/** Asks for a passkey. @param path of the options for it @throws Error by the browser, HttpError by the server */
export const askForPasskey = async (path: string): Promise<object> =>
  (await import('./browser-passkeys.ts')).givenPasskey(path)

/** Has the browser make a passkey for the account. @returns its name @throws Error by the browser, HttpError by the server */
export const makePasskey = async (): Promise<string> => (await import('./browser-passkeys.ts')).madePasskey()
