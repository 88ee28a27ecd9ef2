import { createSealer, type Sealer } from '@utter/storage/sealer'

/** Encrypts the secrets of webhooks at rest, so that a copy of the database signs nothing. */
export type SealedSecrets = Sealer

/** @param keys the first encrypts, each decrypts; none: secrets are stored as they are */
export const createSealedSecrets = (keys: readonly string[] = []): SealedSecrets =>
  createSealer(keys, { purpose: 'webhook secrets', variable: 'WEBHOOK_SECRETS_KEY' })
