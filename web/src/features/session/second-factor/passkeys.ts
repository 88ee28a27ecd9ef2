import { PasskeyOptions } from '@utter/contracts/http/account/passkeys'
import { request } from '../../../lib/server/http.ts'

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Sentence for a person without one, or who changed their mind. */
export const noPasskey = 'No passkey was given'

const load = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof load>>
type AskedWith = Parameters<Library['startAuthentication']>[0]['optionsJSON']
type MadeWith = Parameters<Library['startRegistration']>[0]['optionsJSON']

/** Asks for a passkey. @param path of the options for it @throws Error by the browser, HttpError by the server */
export async function askForPasskey(path: string): Promise<object> {
  const [{ startAuthentication }, options] = await Promise.all([load(), request('POST', path)])
  return startAuthentication({ optionsJSON: PasskeyOptions.parse(options) as unknown as AskedWith })
}

/** Has the browser make a passkey for the account. @throws Error by the browser, HttpError by the server */
export async function makePasskey(): Promise<object> {
  const [{ startRegistration }, options] = await Promise.all([load(), request('POST', '/api/auth/passkeys/options')])
  return startRegistration({ optionsJSON: PasskeyOptions.parse(options) as unknown as MadeWith })
}
