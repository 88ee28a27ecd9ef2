import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@utter/contracts/http/account/passkeys'

type Options = { challenge: string; user?: { id: string } }
export type SoftPasskey = ReturnType<typeof createSoftPasskey>

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')
/** Flags of the authenticator's data: its owner was present, and verified; a new credential follows. */
const [present, verified, attested] = [0x01, 0x04, 0x40]

/** Text, as CBOR has one of fewer than 24 bytes. */
const cborText = (text: string) => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)])
/** Bytes, as CBOR has 24 to 65,535 of them: the shortest form, since readers write it again to learn its length. */
function cborBytes(bytes: Buffer): Buffer {
  const [high, low] = [bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([high === 0 ? Buffer.of(0x58, low) : Buffer.of(0x59, high, low), bytes])
}

/** A passkey made of nothing but a key pair (ES256), for tests without a browser. @param origin of the pages that it is used on */
export function createSoftPasskey(origin: string, { isOwnerVerified = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const flags = present | (isOwnerVerified ? verified : 0)
  let owner = ''
  let counter = 0

  const clientData = (type: 'create' | 'get', challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  function authenticatorData(own: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(own), count])
  }
  const about = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }

  return {
    /** The answer of `navigator.credentials.create`. */
    create({ challenge, user }: Options): NewPasskey {
      owner = user?.id ?? ''
      // A map: its kind is EC2 (1: 2), ES256 (3: -7), P-256 (-1: 1), and the two coordinates (-2, -3).
      const key = Buffer.concat([
        Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.of(0x22),
        cborBytes(Buffer.from(y, 'base64url')),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
      const data = Buffer.concat([authenticatorData(flags | attested), credential])
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.of(0xa0), cborText('authData')],
        cborBytes(data),
      ])
      return {
        ...about,
        response: {
          clientDataJSON: base64url(clientData('create', challenge)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    /** The answer of `navigator.credentials.get`. @param of the count of its uses, as a copy of before would have it */
    get({ challenge }: Options, of = counter + 1): PasskeyAnswer {
      counter = of
      const [client, data] = [clientData('get', challenge), authenticatorData(flags)]
      return {
        ...about,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: owner,
        },
      }
    },
  }
}
