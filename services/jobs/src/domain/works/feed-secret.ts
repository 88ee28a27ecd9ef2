import { createHash, randomBytes } from 'node:crypto'

const secretPattern = /^[\w-]{43}$/

/** 256 random bits: too many to guess, so that a plain hash of it is safe to store. */
export const newFeedSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfFeed = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether it may be a secret: of any other text no work is looked for. */
export const isFeedSecret = (text: string): boolean => secretPattern.test(text)

/** Path of a work's podcast. */
export const feedPathOf = (secret: string): string => `/feeds/${secret}/feed.xml`
