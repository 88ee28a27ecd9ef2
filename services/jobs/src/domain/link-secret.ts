import { createHash, randomBytes } from 'node:crypto'

const secretPattern = /^[\w-]{43}$/

/** 256 random bits: too many to guess, so that a plain hash of it is safe to store. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfLink = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether it may be a secret: of any other text nothing is looked for. */
export const isLinkSecret = (text: string): boolean => secretPattern.test(text)
