import { randomUUID } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { maxPasskeys, type NewPasskey, type PasskeyAnswer } from '@utter/contracts/http/account/passkeys'
import { conflict, invalid, notFound } from '@utter/http/problem'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { type AuditSource, auditEntry } from '../domain/audit-entry.ts'
import type { Passkey } from '../domain/second-factor/passkey.ts'
import { secondFactorTold } from '../domain/second-factor/told.ts'
import type { User } from '../domain/user.ts'
import type { OnceValues } from '../store/once.ts'
import type { UserStore } from '../store/users.ts'

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']

const challengeLifetimeMs = 5 * 60_000
/** EdDSA, ES256 and RS256 (IANA's numbers of COSE): every device has one of them. */
const algorithms = [-8, -7, -257]

const unreadable = () => invalid([{ field: 'passkey', message: 'This passkey could not be added' }])
export const noSuchPasskey = () => notFound('Passkey not found', 'passkey_not_found')

/** The purpose of a challenge: an answer to one is worth nothing for another. */
type Purpose = 'passkey-new' | 'passkey-login' | 'passkey-check'

export type Passkeys = ReturnType<typeof createPasskeys>

/**
 * Passkeys of accounts (WebAuthn). A challenge is good once; the account's document decides which passkeys there are.
 * @param publicUrl its host is what passkeys are made for: they are worth nothing at another address
 */
export function createPasskeys(
  {
    users,
    once,
    relay,
    clock,
    log,
  }: { users: UserStore; once: OnceValues; relay: Pick<Relay<User>, 'soon'>; clock: Clock; log: Log },
  publicUrl: string,
) {
  const { hostname: rpID, origin } = new URL(publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }

  /** @param userId of the account that is to answer; empty: any */
  async function withChallenge<Options extends { challenge: string }>(
    purpose: Purpose,
    options: Options,
    userId = '',
  ): Promise<Options> {
    await once.put(purpose, options.challenge, userId, challengeLifetimeMs)
    return options
  }

  /** The challenge of an answer, if it is one of ours for this purpose and account; it is spent from then on. */
  async function spent(purpose: Purpose, clientDataJSON: string, userId = ''): Promise<string | undefined> {
    const challenge = challengeIn(clientDataJSON)
    if (challenge === undefined) return undefined
    return (await once.take(purpose, challenge)) === userId ? challenge : undefined
  }

  /** @returns the account with the use noted; null: it is not by a passkey of the account, or its challenge is over */
  async function take(user: User, answer: PasskeyAnswer, purpose: Purpose, forUser = ''): Promise<User | null> {
    const expectedChallenge = await spent(purpose, answer.response.clientDataJSON, forUser)
    const passkey = user.passkeys?.find(({ credentialId }) => credentialId === answer.id)
    if (expectedChallenge === undefined || !passkey) return null
    const { userHandle, ...response } = answer.response
    const verified = await verifyAuthenticationResponse({
      ...expected,
      expectedChallenge,
      response: { ...answer, response: { ...response, ...(userHandle && { userHandle }) } } as AuthenticationResponse,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }).catch((error) => {
      log.info({ err: error, userId: user._id }, 'the answer of a passkey was refused')
      return null
    })
    if (!verified?.verified) return null
    return users.usePasskey(user, passkey, verified.authenticationInfo.newCounter, clock.now())
  }

  return {
    /** The options by which a browser makes a new one. */
    newOptions: async ({ _id, email, username, passkeys = [] }: User) =>
      withChallenge(
        'passkey-new',
        await generateRegistrationOptions({
          rpName: 'Utter',
          rpID,
          userID: new TextEncoder().encode(_id),
          userName: email,
          userDisplayName: username,
          attestationType: 'none',
          excludeCredentials: passkeys.map(known),
          // Found without an email, and by a device that asks for its owner: it stands for a password and a code.
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          supportedAlgorithmIDs: algorithms,
          timeout: challengeLifetimeMs,
        }),
        _id,
      ),

    /** @throws Problem 400 where it cannot be verified, 409 where the account has as many as it may */
    async add({ _id: userId }: User, made: NewPasskey, name: string, by: AuditSource): Promise<Passkey> {
      const expectedChallenge = await spent('passkey-new', made.response.clientDataJSON, userId)
      if (expectedChallenge === undefined) throw unreadable()
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge,
        response: made as RegistrationResponse,
        supportedAlgorithmIDs: algorithms,
      }).catch((error) => {
        log.info({ err: error, userId }, 'a new passkey was refused')
        throw unreadable()
      })
      if (!registrationInfo) throw unreadable()
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      const { transports } = made.response
      const passkey: Passkey = {
        id: randomUUID(),
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        ...(transports && { transports }),
        name,
        addedAt: clock.now(),
      }
      const entry = auditEntry(
        userId,
        { ...by, action: 'passkey-added', target: name, told: secondFactorTold('passkey-added', name) },
        passkey.addedAt,
      )
      const changed = await users.addPasskey(userId, passkey, entry)
      if (!changed) throw conflict('too_many_passkeys', `An account may have at most ${maxPasskeys} passkeys`)
      relay.soon(changed)
      return passkey
    },

    /** Null: the account has no such passkey. */
    async rename(userId: string, id: string, name: string): Promise<Passkey | null> {
      const changed = await users.renamePasskey(userId, id, name, clock.now())
      return changed?.passkeys?.find((one) => one.id === id) ?? null
    },

    /** @returns whether the account had such a passkey */
    async remove({ _id: userId, passkeys = [] }: User, id: string, by: AuditSource): Promise<boolean> {
      const target = passkeys.find((one) => one.id === id)?.name
      const entry = auditEntry(
        userId,
        { ...by, action: 'passkey-removed', target, told: secondFactorTold('passkey-removed', target) },
        clock.now(),
      )
      const changed = await users.removePasskey(userId, id, entry)
      if (changed) relay.soon(changed)
      return changed !== null
    },

    /** The options by which a browser lets a visitor choose one of theirs for this platform. */
    loginOptions: async () =>
      withChallenge(
        'passkey-login',
        await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout: challengeLifetimeMs }),
      ),

    /** The account that has answered; null: none has. */
    async logIn(answer: PasskeyAnswer): Promise<User | null> {
      const userId = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString()
      const user = await users.read(userId)
      return user && take(user, answer, 'passkey-login')
    },

    /** The options by which the owner of a session gives one of the account's. */
    checkOptions: async ({ _id, passkeys = [] }: User) =>
      withChallenge(
        'passkey-check',
        await generateAuthenticationOptions({
          rpID,
          userVerification: 'required',
          allowCredentials: passkeys.map(known),
          timeout: challengeLifetimeMs,
        }),
        _id,
      ),

    /** The account, by a passkey in place of its password; null: it is none of its passkeys. */
    check: (user: User, answer: PasskeyAnswer): Promise<User | null> => take(user, answer, 'passkey-check', user._id),
  }
}

const known = ({ credentialId: id, transports }: Passkey) => ({ id, ...(transports && { transports }) })

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
