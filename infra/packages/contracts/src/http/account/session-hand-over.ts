/**
 * How account hands a session's token to the gateway, which alone knows cookies: on an answer inside the house, never outside.
 * A token to be kept, or an empty value to forget the present one.
 */
export const sessionHeader = 'x-utter-session'
/** A session lives so long after its last use. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000
