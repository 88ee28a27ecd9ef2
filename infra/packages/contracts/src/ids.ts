import * as z from 'zod/mini'

/** A random UUID (v4): random from the first character, since lists show only the beginning. */
export const Id = z.uuid('must be a UUID')
export const UserId = Id
export const JobId = Id
/** ISO 8601 in UTC with milliseconds: what `Date.toISOString` gives. */
export const Instant = z.iso.datetime('must be a time in ISO 8601')
