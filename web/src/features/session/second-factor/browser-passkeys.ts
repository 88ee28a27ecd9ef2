import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { PasskeyOptions } from '@utter/contracts/http/account/passkeys'
import { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { request } from '../../../lib/server/http.ts'

type AskedWith = Parameters<typeof startAuthentication>[0]['optionsJSON']
type MadeWith = Parameters<typeof startRegistration>[0]['optionsJSON']

/** @param path of the options */
export async function givenPasskey(path: string): Promise<object> {
  const options = PasskeyOptions.parse(await request('POST', path))
  return startAuthentication({ optionsJSON: options as unknown as AskedWith })
}

/** @returns the name that it has got */
export async function madePasskey(): Promise<string> {
  const options = PasskeyOptions.parse(await request('POST', '/api/auth/passkeys/options'))
  const passkey = await startRegistration({ optionsJSON: options as unknown as MadeWith })
  return PasskeyRow.parse(await request('POST', '/api/auth/passkeys', { body: { passkey } })).name
}
