const divisor = process.env.NODE_ENV === 'production' ? 1 : Number(process.env.SHORTENED_BY) || 1

/**
 * A span of time, in ms, after which one process takes over from another: leases, heartbeats, the look-backs of sweeps. Tests
 * that wait for takeovers set `SHORTENED_BY`, and all of these spans are divided by it; in production none is.
 */
export const shortened = (ms: number): number => Math.round(ms / divisor)
