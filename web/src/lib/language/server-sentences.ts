import { grouped } from '../format/counted.ts'
import { dollars } from '../format/money.ts'
import { catalog, msg } from './words.ts'

/**
 * Sentences that the server says to people, and those of the contracts' checks. Only for a page in another language than English: these are no
 * part of the first script.
 */
const serverSentences = [
  // Access.
  msg('Not logged in'),
  msg('Invalid email or password'),
  msg('Invalid password'),
  msg('Invalid API key'),
  msg('Give your password again to go on'),
  msg('A code of your authenticator app is needed'),
  msg('This code is not valid, or it came too late'),
  msg('This passkey is not valid for the account'),
  msg('No account has this passkey, or it came too late'),
  msg('This passkey could not be added'),
  msg('Too many attempts, try again later'),
  msg('Rate limit exceeded'),
  msg('Too many requests at once, try again in a moment'),
  msg('Too many open streams'),
  msg('Email already registered'),
  msg('Invalid email address'),
  msg('Invalid referral code'),
  msg('This API key lacks the scope {scope}'),
  msg('This needs a login, not an API key'),
  // Fields.
  msg('Invalid request'),
  msg('The request is not valid'),
  msg('{field} is required'),
  msg('{field} must be a string'),
  msg('{field} must be a number'),
  msg('{field} must be a valid URL'),
  msg('{field} must be at least {min} characters'),
  msg('{field} must be at most {max} characters'),
  msg('{field} must be at most {max} characters on the {plan} plan'),
  msg('{field} must be between {min} and {max}'),
  msg('tags must be at most {max} texts of 1 to {count} characters'),
  // Calls and plans.
  msg('API call limit reached'),
  msg('API key limit reached'),
  msg('Spending limit reached'),
  msg('Daily chat limit reached'),
  msg('Payments are not configured'),
  msg('Contact sales'),
  msg('Your card was declined'),
  msg('Your bank wants a confirmation: open the billing portal'),
  // Jobs and works.
  msg('Job not found'),
  msg('Work not found'),
  msg('Batch not found'),
  msg('Only a completed job with a sound can be shared'),
  msg('Chapter not found'),
  msg('Paragraph not found'),
  msg('Version not found'),
  msg('Audio not found'),
  msg('Word timestamps not found'),
  msg('Delivery not found'),
  msg('API key not found'),
  msg('Passkey not found'),
  msg('Invalid voice ID'),
  msg('There is no voice {voice}'),
  msg('Cancelled'),
  msg('Timed out'),
  msg('The chat model could not be reached'),
  msg('The voice provider could not be reached'),
  msg('The request body is too large'),
  msg('The request body did not arrive in time'),
  msg('The file must be a text, Markdown, an EPUB or a Word document'),
  msg('A work must be at most {max} characters'),
  msg('A chapter must be at most {max} characters'),
  // Why a job has failed.
  msg('The account at the voice provider has no credit left'),
  msg('The account of the chat model has no credit left'),
  msg('The chat model broke off its answer'),
  msg('The chat model did not accept the request'),
  msg('The chat model did not answer in time'),
  msg('The chat model gave an answer with broken characters'),
  msg('The chat model gave an empty answer'),
  msg('The chat model is busy'),
  msg('The chat model is not available'),
  msg('The chat model refused this text'),
  msg('The text is too long for the chat model'),
  msg('The voice answered with silence'),
  msg('The voice did not answer'),
  msg('The voice did not say every word of the text'),
  msg('The voice left out a part of the text'),
  msg('The voice provider answered without a sound'),
  msg('The voice provider broke off its answer'),
  msg('The voice provider did not accept the request'),
  msg('The voice provider did not answer in time'),
  msg('The voice provider does not allow this use of its key'),
  msg('The voice provider is busy'),
  msg('The voice provider is not available'),
  msg('The voice provider is switched off'),
  msg('The voice provider refused its key'),
  msg('The voice provider refused this text'),
  msg('The voice said more than the text'),
  msg('The voice said nothing'),
  msg('The work was cancelled'),
  msg('There is nothing to speak in this text'),
  msg('This plan has no overage'),
  msg('Too late to cancel'),
  msg('The job has not ended'),
  msg('Request ID already used with a different request'),
  // Plans.
  msg('Works are available from the {plan} plan'),
  msg('Pronunciation lists are available from the {plan} plan'),
  msg('Word timestamps are available from the {plan} plan'),
  msg('Batches are available on paid plans'),
  msg('{count} calls'),
  msg('{count} calls a month'),
  msg('Unlimited calls'),
  msg('{count} characters a call'),
  msg('{count} chats a day'),
  msg('{count} jobs at once'),
  msg('{count} own voices'),
  msg('Batches of {count}'),
  msg('Overage at {price}'),
  msg('Kept for {count} days'),
  msg('Every standard voice'),
  msg('Live status'),
  msg('Pronunciation list'),
  msg('Webhooks'),
  msg('Whole books'),
  msg('Word timestamps'),
  msg('Own rate limits'),
  // Rewards.
  msg('Your first friend'),
  msg('A small choir'),
  msg('A full band'),
  msg('An orchestra'),
  msg('A concert hall'),
  // Settings.
  msg('Chat model key'),
  msg('Speech provider key'),
  msg('Local token'),
  msg('Shared secret'),
  msg('Not set'),
  msg('Not set (local model)'),
  msg('Not available'),
  // Anything else.
  msg('Not found'),
  msg('Something went wrong on our side'),
].map(({ id }) => ({ id, ...patternOf(id) }))

/** `{field} is required` as an expression that finds its values: figures where its name says so. */
function patternOf(id: string): { pattern: RegExp; names: string[] } {
  const parts = id.split(/\{(\w+)\}/)
  const source = parts
    .map((part, at) => (at % 2 ? placeOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return { pattern: new RegExp(`^${source}$`), names: parts.filter((_, at) => at % 2) }
}

function placeOf(name: string): string {
  return /^(count|min|max)$/.test(name) ? '([\\d.,]+)' : '(.+?)'
}

/** A sentence of the server in the language of the catalog; its values too: figures, and what has a translation, as fields have. */
export function translateSentence(sentence: string): string {
  for (const { id, pattern, names } of serverSentences) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const values = names.map((name, at) => [name, inLanguage(found[at + 1] ?? '')] as const)
    return catalog._(id, Object.fromEntries(values))
  }
  return sentence
}

function inLanguage(word: string): string {
  if (/^\d[\d,]*$/.test(word)) return grouped(Number(word.replaceAll(',', '')))
  if (/^\$[\d.]+$/.test(word)) return dollars(Number(word.slice(1)))
  return word in catalog.messages ? catalog._(word) : word
}
