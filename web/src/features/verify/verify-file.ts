import { maxVerifiedBytes, Verified, VerifyRequest } from '@utter/contracts/http/provenance/verify'
import { t } from '../../lib/language/words.ts'
import { request, sentenceOf } from '../../lib/server/http.ts'
import { type SendOptions, sendFile } from '../../lib/server/send-file.ts'

export const verifiedTypes = '.mp3,.json,audio/mpeg,application/json'
export const maxVerifiedText = `${maxVerifiedBytes / 1024 ** 2} MB`
/** Larger than any receipt. */
const maxReceiptBytes = 2 * 1024 * 1024

/** A file that cannot be a sound or a receipt of ours; its message is a sentence for people. */
class UnfitFile extends Error {}

/**
 * Has an mp3, or the file of a receipt, verified.
 * @throws UnfitFile, HttpError for a refusal, TypeError where no answer comes
 */
export async function verifyFile(file: File, options: SendOptions): Promise<Verified> {
  if (isReceipt(file)) return Verified.parse(await request('POST', '/api/verify', { body: await receiptIn(file) }))
  if (file.size === 0) throw new UnfitFile(t('The file is empty.'))
  if (file.size > maxVerifiedBytes) throw new UnfitFile(t('The file is larger than {max}.', { max: maxVerifiedText }))
  // Browsers name the type by the file's name, and some have another name for it.
  return Verified.parse(await sendFile('/api/verify', new File([file], file.name, { type: 'audio/mpeg' }), options))
}

export const sentenceOfFault = (error: Error): string =>
  error instanceof UnfitFile ? error.message : sentenceOf(error, t('The file could not be verified'))

const isReceipt = ({ name, type }: File) => type === 'application/json' || name.toLowerCase().endsWith('.json')

async function receiptIn(file: File): Promise<{ signature: string }> {
  const text = file.size > maxReceiptBytes ? '' : await file.text()
  const { data } = VerifyRequest.safeParse(parsed(text))
  if (!data?.signature) throw new UnfitFile(t('There is no receipt in the file.'))
  return data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
