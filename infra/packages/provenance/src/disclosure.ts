/** The header by which an answer says that its content was made by a machine, as draft-abaris-aicdh has it: a dictionary of RFC 9651. */
export const disclosureHeader = 'ai-disclosure'

/** As far as they are known; `textHash` is a SHA-256 in hex. */
export type Disclosed = {
  job?: string | undefined
  work?: string | undefined
  chapter?: string | undefined
  provider?: string | undefined
  voice?: string | undefined
  textHash?: string | undefined
}

/** The value of `AI-Disclosure` for a sound that a machine has spoken. Names that no header can carry are left out. */
export function disclosureOf({ textHash, ...names }: Disclosed): string {
  const members = ['mode=machine-generated']
  for (const key of ['provider', 'job', 'work', 'chapter', 'voice'] as const) {
    const value = names[key]
    if (value !== undefined && /^[\x20-\x7e]*$/.test(value)) members.push(`${key}="${value.replace(/["\\]/g, '\\$&')}"`)
  }
  if (textHash !== undefined) members.push(`text-sha256=:${Buffer.from(textHash, 'hex').toString('base64')}:`)
  return members.join(', ')
}
