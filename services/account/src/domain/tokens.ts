import { createHash, randomBytes } from 'node:crypto'
import { keyPrefix } from '@utter/contracts/credential'

/** 256 random bits: nobody guesses it, so its plain hash is safe to keep. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const newKey = (): string => `${keyPrefix}${newToken()}`
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
