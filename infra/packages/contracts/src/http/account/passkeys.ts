import * as z from 'zod/mini'
import { requiredText, sentBody, sentObject } from '../fields.ts'

/** Passkeys of one account. */
export const maxPasskeys = 20
export const maxPasskeyName = 60

const sentence = 'The passkey could not be read'
const text = (max: number) => z.string(sentence).check(z.maxLength(max, sentence))
const about = {
  id: text(1_400),
  rawId: text(1_400),
  type: z.literal('public-key', sentence),
  clientExtensionResults: z.looseObject({}, sentence),
  authenticatorAttachment: z.optional(text(30)),
}

/** A new passkey, as a browser's `PublicKeyCredential.toJSON()` has it (WebAuthn, level 3). */
export const NewPasskey = sentObject(
  {
    ...about,
    response: sentObject(
      {
        clientDataJSON: text(2_000),
        attestationObject: text(6_000),
        transports: z.optional(z.array(text(20), sentence).check(z.maxLength(10, sentence))),
      },
      sentence,
    ),
  },
  sentence,
)
export type NewPasskey = z.infer<typeof NewPasskey>

/** The answer of a passkey to a challenge, in the same form. */
export const PasskeyAnswer = sentObject(
  {
    ...about,
    response: sentObject(
      {
        clientDataJSON: text(2_000),
        authenticatorData: text(2_000),
        signature: text(4_000),
        userHandle: z.optional(text(100)),
      },
      sentence,
    ),
  },
  sentence,
)
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** Options for a browser's `navigator.credentials`: good for five minutes and one answer. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

const name = requiredText('Name', maxPasskeyName)

/** `POST /api/auth/passkeys`. Without a name it has that of the browser. */
export const AddPasskey = sentBody({ passkey: NewPasskey, name: z.optional(name) })
/** `PUT /api/auth/passkeys/{id}`. */
export const RenamePasskey = sentBody({ name })
export const PasskeyPath = z.object({ id: z.string() })

/** `POST /api/auth/login/passkey` and `POST /api/auth/verify-passkey`. */
export const WithPasskey = sentBody({ passkey: PasskeyAnswer })
