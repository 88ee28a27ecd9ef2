import type { Statement } from '@utter/contracts/http/provenance/statements'
import type { UnverifiedReason, Verified } from '@utter/contracts/http/provenance/verify'

const sentences: Record<UnverifiedReason, string> = {
  no_mark: 'There is no mark of this platform in the file.',
  unknown_key: 'It is signed with a key that is not one of this platform.',
  mark_changed: 'Its mark was changed, or was never signed by this platform.',
  sound_changed: 'Its sound was changed after it was made.',
  other_sound: 'Its mark is that of another sound.',
  cut_short: 'Its beginning is of this platform, and its end is missing.',
  longer: 'Something follows the sound that was made here.',
}

/** The answer about a sound or a receipt: what is stated of it, or why it is not ours. */
export function verificationOf(said: Statement | UnverifiedReason): Verified {
  if (typeof said === 'string') return { ours: false, reason: said, message: sentences[said] }
  const ours = { ours: true as const, intact: true as const }
  if (said.kind === 'receipt') return { ...ours, kind: 'receipt', receipt: said.receipt }
  const { v: _, sound: __, ...rest } = said
  return { ...ours, ...rest }
}
