import { createHash, randomBytes } from 'node:crypto'
import { keyPrefix } from '@utter/contracts/credential'

/** 256 random bits: too many to guess, so that a plain hash of it is safe to store. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const newKey = (): string => `${keyPrefix}${newToken()}`
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
/** The first characters of a key, which its owner sees in a list: 4 of the 43 that are random. */
export const startOf = (key: string): string => key.slice(0, keyPrefix.length + 4)
