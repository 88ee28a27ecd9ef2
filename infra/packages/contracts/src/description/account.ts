import * as z from 'zod/mini'
import { scopes } from '../credential.ts'
import { LogIn, ResetPassword, SetLanguage, SignUp, VerifyPassword } from '../http/account/account.ts'
import { ApiKeyView, ChangeApiKey, CreatedApiKey, Network, NewApiKey } from '../http/account/api-keys.ts'
import { AuditRow } from '../http/account/audit.ts'
import { ChangeEmail, ChangePassword, DeleteAccount } from '../http/account/owner-acts.ts'
import {
  AddPasskey,
  NewPasskey,
  PasskeyAnswer,
  PasskeyOptions,
  RenamePasskey,
  WithPasskey,
} from '../http/account/passkeys.ts'
import { AnsweredRequest, DroppedRequests } from '../http/account/requests.ts'
import { PasskeyRow, SecondFactorView } from '../http/account/second-factor.ts'
import { SessionRow } from '../http/account/sessions.ts'
import { Settings } from '../http/account/settings.ts'
import { ConfirmTotp, LogInWithCode, RecoveryCodes, StartedTotp } from '../http/account/totp.ts'
import { MessageAnswer, UserAnswer, UserView } from '../http/account/user-view.ts'
import { ClientError } from '../http/client-errors.ts'
import { ProblemBody } from '../http/problem.ts'
import { ReferralStats } from '../http/referrals.ts'
import { describe } from './describe.ts'

const { $schema: _, ...network } = z.toJSONSchema(Network)
const email = { description: 'The email address of the account.', format: 'email' }
const present = 'The present password.'
const passkey =
  'In place of the password: the answer of a passkey to a challenge of `/api/auth/verify-passkey/options`.'
const time = 'In ISO 8601, UTC.'

const key = {
  id: 'The id of the key, which stays when it is rerolled.',
  name: 'A name of your own for it.',
  scopes: 'What it may do.',
  start: 'The first characters of the key, by which you recognise it.',
  createdAt: 'When it was made.',
  lastUsedAt: 'To the minute; null before its first use.',
  expiresAt: 'When it ends; null: never.',
  networks: 'Addresses and ranges that may use it; empty: any.',
  rate: 'Requests in 60 seconds that may spend something; null: as many as the account.',
  monthlyCap: 'Calls that it may take in a period; null: as many as the account.',
  callsUsed: 'Calls that it has taken in the present period.',
  isPaused: 'Whether it is refused until it is resumed.',
}
const boundTo = {
  description: 'IPv4 or IPv6 addresses that may use it, or ranges of them in CIDR notation; none: any.',
  type: ['array', 'null'],
  maxItems: 20,
  items: network,
  anyOf: undefined,
}

const credential = {
  id: 'The id of the credential, in base64url.',
  rawId: 'The same.',
  type: '`public-key`.',
  clientExtensionResults: 'What the browser did besides; an empty object.',
  authenticatorAttachment: '`platform` or `cross-platform`, where the browser says it.',
}

export const accountDescriptions = [
  describe(ProblemBody, 'Problem', 'Every answer that is no success.', {
    error: 'A sentence for people.',
    code: 'For programs: it stays the same when the sentence changes.',
    requestId: 'Names this request in our logs.',
    challenge: 'To be solved before a sign-up is sent again, where the code is proof_required.',
    ticket: 'For the second step of a login, within five minutes, where the code is second_factor_required.',
    details: 'The fields that are not valid, and what is wrong with each.',
  }),
  describe(SignUp, 'SignUp', 'A new account.', {
    username: 'Letters, digits, spaces and . _ -; nobody else has it.',
    email,
    password: 'Of your choice.',
    referralCode: 'The code of the friend by whom you came.',
    language: 'Of the mails of the account; English where it is left out.',
    proof: 'The solved challenge of a refusal with the code proof_required, as JSON in base64.',
  }),
  describe(LogIn, 'LogIn', 'An email address and its password.', { email, password: present }),
  describe(LogInWithCode, 'LogInWithCode', 'The second step of a login.', {
    ticket: 'Of the refusal of the first step; it is good for five minutes and one login.',
    code: 'The present code of the authenticator app, or a recovery code.',
  }),
  describe(ChangeEmail, 'ChangeEmail', 'Another email address.', {
    newEmail: { ...email, description: 'The address from now on.' },
    password: present,
    passkey,
  }),
  describe(ChangePassword, 'ChangePassword', 'Another password.', {
    password: present,
    passkey,
    newPassword: 'From now on.',
    revokeKeys: 'Whether all API keys of the account end too.',
  }),
  describe(DeleteAccount, 'DeleteAccount', 'The end of an account.', { password: present, passkey }),
  describe(SetLanguage, 'SetLanguage', 'Another language for the mails of an account.', {
    language: 'From the next mail on.',
  }),
  describe(VerifyPassword, 'VerifyPassword', 'The password, given again.', { password: present }),
  describe(ResetPassword, 'ResetPassword', 'A new password, by a link.', {
    token: 'Of the link.',
    password: 'From now on.',
  }),
  describe(UserView, 'User', 'An account, as its owner sees it.', {
    id: 'The id of the account.',
    username: 'Its name.',
    email: 'Its email address.',
    language: 'The language of its mails; absent: English.',
    emailVerifiedAt: 'When its owner followed the link that was mailed to it; null: not yet.',
    subscriptionTier: 'Its plan.',
    subscriptionStatus: 'Whether the plan is paid.',
    cancelAt: 'When the plan ends; absent: it goes on.',
    planSetBy: '`operator`: no subscription is paid for the plan. Absent: the account chose it.',
    nextTier: 'The plan that follows at the end of the period; absent: the same.',
    apiCallsUsed: 'Calls of the present period.',
    apiCallsLimit: 'Calls of the plan in a period; −1: unlimited.',
    charactersPerCall: 'Characters that the text of a call may have on the plan.',
    overageCallsUsed: 'Calls of the present period past the plan and the bonus.',
    overageCost: 'What these cost: US dollars with two decimals.',
    billingPeriodStart: 'When the present period began.',
    billingPeriodEnd: 'When it ends.',
    webhookUrl: 'Where webhooks of the account go; null: nowhere.',
    referralCode: 'Its code for friends; null for a moment after the sign-up.',
    bonusCallsEarned: 'Calls earned by friends.',
    suspension:
      'Since when the operator has suspended the account, and why: it starts nothing. Absent: it is not suspended.',
    referralCount: 'Friends who count.',
    createdAt: time,
    updatedAt: time,
  }),
  describe(UserAnswer, 'UserAnswer', 'An account.', { user: 'The account.' }),
  describe(MessageAnswer, 'MessageAnswer', 'What was done.', { message: 'A sentence for people.' }),
  describe(NewApiKey, 'NewApiKey', 'A key for a program.', {
    name: key.name,
    scopes: {
      description: 'What it may do.',
      type: 'array',
      minItems: 1,
      items: { enum: [...scopes] },
    },
    expiresAt: 'When it ends, in the future; without it: never.',
    networks: boundTo,
    rate: 'Requests in 60 seconds that may spend something, beside those of the account.',
    monthlyCap: 'Calls that it may take in a period.',
  }),
  describe(ChangeApiKey, 'ChangeApiKey', 'What of a key is changed; a field that is left out stays as it is.', {
    name: key.name,
    networks: boundTo,
    rate: key.rate,
    monthlyCap: key.monthlyCap,
    isPaused: 'Whether it is to be refused until it is resumed.',
  }),
  describe(ApiKeyView, 'ApiKey', 'An API key, as its owner sees it.', key),
  describe(CreatedApiKey, 'CreatedApiKey', 'The only answer that holds the key itself.', {
    ...key,
    key: 'The key. Keep it: it is never shown again.',
  }),
  describe(AuditRow, 'AuditRow', 'One thing that was done to an account.', {
    at: 'When it was done.',
    actor: 'By whom. A visitor is anybody without a session of the account.',
    address: "The actor's address; null for the operator and for billing.",
    action: 'What was done.',
    target:
      'What it was done to: an email, the client of a session, the name of a key, a plan; null where the action says it all.',
    changed: 'The values of a key that were changed; absent: none.',
    count: 'How often, where the wrong passwords of one network in an hour are one row; absent: once.',
    lastAt: 'The last of them.',
  }),
  describe(AnsweredRequest, 'AnsweredRequest', 'A request of the account, as it was answered.', {
    kind: '`request`.',
    requestId: 'The id of the request: `x-request-id` of its answer, and `requestId` of an error.',
    at: 'When its answer ended; of a stream of events, when it began.',
    method: 'Its method.',
    path: 'Its path, without the query.',
    status: 'The status of its answer; 499: the client was gone before an answer.',
    ms: 'Milliseconds from the request to `at`.',
    keyId: 'The API key by which it came; null: a session.',
    error: 'Why it was refused: a sentence for people. Null: it was not.',
    code: 'The same for programs.',
  }),
  describe(DroppedRequests, 'DroppedRequests', 'Requests of a minute that are not in the log, as there was no room.', {
    kind: '`dropped`.',
    id: 'The id of this row.',
    at: 'The last of them.',
    from: 'The first of them.',
    count: 'How many they are.',
  }),
  describe(SessionRow, 'Session', 'One login of an account.', {
    id: 'The id of the session.',
    createdAt: 'When it began.',
    lastUsedAt: 'When it was last used.',
    address: 'The address of the login; null: not known.',
    client: 'The browser or program and its system: `Firefox on Linux`; null: not known.',
    signedInBy: 'How its owner signed in; absent: not known.',
    isCurrent: 'Whether this request came by it.',
  }),
  describe(SecondFactorView, 'SecondFactor', 'What is asked for besides the password, and what stands in for it.', {
    totp: 'Since when codes of an authenticator app are asked for, and the last use of one; null: none are.',
    recoveryCodesLeft: 'Recovery codes that were not used yet.',
    passkeys: 'The passkeys of the account, oldest first.',
  }),
  describe(NewPasskey, 'NewPasskey', "A new passkey, as a browser's `PublicKeyCredential.toJSON()` has it.", {
    ...credential,
    response: 'Its public key, signed: `clientDataJSON`, `attestationObject`, and how it is reached.',
  }),
  describe(PasskeyAnswer, 'PasskeyAnswer', 'The answer of a passkey to a challenge, in the same form.', {
    ...credential,
    response: 'The signed challenge: `clientDataJSON`, `authenticatorData`, `signature`, and whose it is.',
  }),
  describe(
    PasskeyOptions,
    'PasskeyOptions',
    'What `navigator.credentials` is asked with (WebAuthn, level 3): `PublicKeyCredential.parseCreationOptionsFromJSON()` reads it, or `parseRequestOptionsFromJSON()`.',
    { challenge: 'Random; good for five minutes and one answer.' },
  ),
  describe(AddPasskey, 'AddPasskey', 'A new passkey.', {
    passkey: 'As the browser has made it.',
    name: 'By which you know it; without one it has that of the browser.',
  }),
  describe(RenamePasskey, 'RenamePasskey', 'Another name for a passkey.', { name: 'From now on.' }),
  describe(WithPasskey, 'WithPasskey', 'A passkey in place of the password.', {
    passkey: 'Its answer to the challenge.',
  }),
  describe(PasskeyRow, 'Passkey', 'A passkey of the account.', {
    id: 'Its id.',
    name: 'By which you know it.',
    addedAt: 'When it was added.',
    lastUsedAt: 'When it was used last; null: not yet.',
  }),
  describe(StartedTotp, 'StartedTotp', 'The only answer that holds the secret of an authenticator app.', {
    uri: 'The secret for a QR code.',
    secret: 'The same to be typed into the app.',
    expiresAt: 'Until when the first code of the app is taken.',
  }),
  describe(ConfirmTotp, 'ConfirmTotp', 'The first code of an authenticator app.', { code: 'Six digits.' }),
  describe(RecoveryCodes, 'RecoveryCodes', 'The only answer that holds the recovery codes.', {
    recoveryCodes: 'Each stands in for a code of the app once.',
  }),
  describe(Settings, 'Settings', 'The models of the platform, and the masked ends of its secrets.', {
    credentials: 'Names and masked values.',
    chatModel: 'The model that writes replies.',
    chatModelClass:
      '`small` and `good` run on the machine of the platform, `vendor` outside of it; absent while it is not known.',
    maxCompletionTokens: 'The longest reply, in tokens.',
    speechModel: 'The model that speaks.',
    outputFormat: 'The form of the sound.',
  }),
  describe(ReferralStats, 'ReferralStats', 'Your friends, and what they brought you.', {
    referralCount: 'Friends who count: their first job was completed.',
    bonusCallsEarned: 'Calls that they brought you.',
    referralUrl: 'Your link.',
    nextMilestone: 'The next reward; null once all are reached.',
    milestones: 'All rewards.',
  }),
  describe(ClientError, 'ClientError', 'An error that a web page could not handle.', {
    message: 'Its message.',
    stack: 'Where it came from.',
    path: 'The path of the page, without its query.',
    build: 'The name of the build of the web app.',
  }),
]
