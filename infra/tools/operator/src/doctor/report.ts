import type { Row } from './check.ts'

/** The form of the report, which grows by one when a field of it changes its meaning. */
const version = 1

export type DoctorReport = { version: number; at: string; rows: Row[] }

export const reportOf = (rows: Row[], at: Date): DoctorReport => ({ version, at: at.toISOString(), rows })
