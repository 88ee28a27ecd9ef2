/**
 * What differs for every process of a platform under test: everybody comes from one address, the checker reads hundreds of streams, and receivers of
 * webhooks are on this machine.
 */
export const platformEnv = {
  SIGNUPS_PER_ADDRESS: '10000',
  READS_PER_MINUTE: '100000',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
