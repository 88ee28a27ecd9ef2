import { onTestFinished, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** A browser with passkeys, whose person answers as given. @param answers of `navigator.credentials`; a rejection: they changed their mind */
export function stubPasskeys(answers: { get?: () => Promise<unknown>; create?: () => Promise<unknown> } = {}): void {
  vi.stubGlobal('PublicKeyCredential', class {})
  const refused = async () => Promise.reject(new DOMException('The operation was not allowed.', 'NotAllowedError'))
  const credentials = { get: answers.get ?? refused, create: answers.create ?? refused }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
}

const credential = (response: object) => ({
  id: 'a-passkey',
  rawId: bytes('a passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('{}'), ...response },
})

/** The answer of a browser to a challenge. */
export const givenPasskey = () =>
  credential({ authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: bytes('owner') })
/** The answer of a browser that has made one. */
export const madePasskey = () => credential({ attestationObject: bytes('attested'), getTransports: () => ['internal'] })
