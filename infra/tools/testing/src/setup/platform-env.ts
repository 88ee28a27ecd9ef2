/** What differs for every process of a platform under test: everybody comes from one address, and the checker reads hundreds of streams. */
export const platformEnv = { SIGNUPS_PER_ADDRESS: '10000', READS_PER_MINUTE: '100000' }
