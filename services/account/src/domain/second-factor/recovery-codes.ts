import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@utter/contracts/http/account/totp'
import { hashOf } from '../tokens.ts'

/** Digits and letters without those that are read as others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const [groups, groupLength] = [4, 4]

const newGroup = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
/** 79 random bits: too many to guess, so that a plain hash of it is safe to store. */
const newCode = () => Array.from({ length: groups }, newGroup).join('-')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newCode)
/** The hash of a code as it is typed: capitals, spaces and hyphens do not count. */
export const recoveryHash = (typed: string): string => hashOf(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
