import { defaultVoiceId, limits } from '@utter/contracts/jobs'
import { grouped } from '../../lib/format/counted.ts'
import type { ApiCall, Json } from '../code-samples/code-parts.ts'

/** A field of a body, or a header: its name, and what it may hold. */
interface DocumentedField {
  name: string
  text: string
}

export interface Endpoint {
  /** Id of the endpoint's card on the page, and the fragment of its address. */
  id: string
  title: string
  text: string
  call: ApiCall
  fields: DocumentedField[]
  response: {
    /** The meaning of the status, and when another one is returned. */
    text: string
    example: string
  }
}

const characters = (count: number) => `up to ${grouped(count)} characters`
const shown = (body: { [name: string]: Json }) => JSON.stringify(body, null, 2)

const jobId = '8d09901c-2f64-4c1b-9a55-0f3f1d2b7c90'
const audioUrl = `/audio/${jobId}.mp3?expires=1767225600&signature=…`
export const submitted = {
  jobId,
  status: 'pending',
  position: 0,
  expectedSeconds: 2,
  links: { job: `/api/jobs/${jobId}`, events: `/api/events/${jobId}` },
}

export const batched = {
  batchId: 'b1f0c2de-5a70-4a0e-8a43-6f0f7c1f9a11',
  accepted: 2,
  rejected: 0,
  jobs: [
    { requestId: 'guide-batch-1', jobId, status: 'pending' },
    { requestId: 'guide-batch-2', jobId: '52b1d9f4-3c1e-4b0c-9d5a-7be0d6a4c2f8', status: 'pending' },
  ],
}

const jobFields = (maxText: number, text: string): DocumentedField[] => [
  { name: 'userText', text: `Required. ${text}, ${characters(maxText)}, and as many as a call of your plan may have.` },
  { name: 'requestId', text: `Required. Unique in your account, ${characters(limits.id)}.` },
  {
    name: 'voiceId',
    text: 'Required. An ID or an alias from GET /api/voices, or the ID of a voice of your own. A text in a language that it does not speak is a 400, language_not_spoken.',
  },
  {
    name: 'ttsSettings',
    text: 'Optional. stability, similarityBoost and style, each from 0 to 1; speakerBoost, true or false; speed, from 0.5 to 2.',
  },
  {
    name: 'language',
    text: 'Optional. A tag such as es or pt-BR: the reply is in it, and the voice default is one that speaks it. Without it the text decides.',
  },
  {
    name: 'textNormalization',
    text: 'Optional. off speaks the text as it is written; else Markdown, signs and figures are made words.',
  },
  {
    name: 'fallback',
    text: 'Optional. While the vendor of the voice is away: none, the job waits; same_language, another voice of the language speaks; any, at worst the default voice does. The job’s voiceUsed says who spoke, voicesInstead who did so in place of the voices of its marks.',
  },
  {
    name: 'seed',
    text: 'Optional. 0 to 4294967295: the same text, voice and settings with the same seed give the same sound. The job’s pcmHash shows it.',
  },
  {
    name: 'check',
    text: 'Optional. words finds a missing, doubled or other word: a voice of this service speaks each sentence twice, one of a vendor is heard. A faulty sentence is spoken again, free; after three times the job fails with speech_incomplete and costs nothing. It takes up to twice as long. Without it silence, gaps, a cut end and far too short a time are noticed.',
  },
  {
    name: 'stream',
    text: 'Optional. true: the sound of up to 2,000 characters can be heard while it is spoken, that of a reply while it is written, at the address that the event audio of the job’s stream tells.',
  },
  { name: 'metadata', text: `Optional. ${limits.metadataKeys} keys of plain values, which come back with the job.` },
  {
    name: 'tags',
    text: `Optional. Up to ${limits.tags} words of your own; GET /api/jobs?tag=… lists the jobs that have one, PUT /api/jobs/{id}/tags sets those of a job that was made.`,
  },
  {
    name: 'webhookUrl',
    text: 'Optional, on paid plans. An address of this job’s own in place of your account’s webhook.',
  },
  {
    name: 'Cache-Control: no-cache',
    text: 'Optional, a header. Speaks anew. Without it a job that sounds as one of your last 24 hours is answered 200 with its audio, free.',
  },
  {
    name: 'Prefer: wait=30',
    text: 'Optional, a header. Waits so many seconds, up to 60, and answers 200 with the finished job if it ends in time.',
  },
]

const accepted =
  '202: the job is accepted, and Location names it. 200: a request with this ID was accepted before, or the job ended while you waited.'

export const endpoints: Endpoint[] = [
  {
    id: 'api-reply',
    title: 'Answer a text and speak the answer',
    text: 'A chat model writes a short reply to your text, and a voice speaks it. One call.',
    call: {
      method: 'POST',
      path: '/api/reply',
      body: {
        userText: 'Say hello to our listeners.',
        requestId: 'guide-reply-1',
        voiceId: defaultVoiceId,
      },
    },
    fields: [
      ...jobFields(limits.replyText, 'What the model answers'),
      {
        name: 'sessionId',
        text: 'Optional. Jobs with the same one share a conversation, whose last turns the model remembers for a day.',
      },
    ],
    response: { text: accepted, example: shown(submitted) },
  },
  {
    id: 'api-tts',
    title: 'Speak a text',
    text: 'The voice speaks your text as it is. One call.',
    call: {
      method: 'POST',
      path: '/api/tts',
      body: {
        userText: 'Good morning. This is my first sentence.',
        requestId: 'guide-tts-1',
        voiceId: defaultVoiceId,
      },
    },
    fields: [
      ...jobFields(limits.ttsText, 'What is spoken, with marks that do not count'),
      { name: 'ssml', text: 'Optional. true: the text is SSML. Without it the text may have marks in brackets.' },
      {
        name: 'speakers',
        text: 'Optional. A voice for each name of a dialogue: a line that begins with ‘Name:’ is spoken by it.',
      },
      {
        name: 'dialogue',
        text: 'In place of userText. The turns as a list, each with its speaker and its text.',
      },
    ],
    response: { text: accepted, example: shown(submitted) },
  },
  {
    id: 'api-chat',
    title: 'Chat without a voice',
    text: 'The reply alone, as text. It counts against the rate limit and the chats a day of your plan, and takes no call.',
    call: { method: 'POST', path: '/api/chat', body: { message: 'What is a harbour?' } },
    fields: [
      { name: 'message', text: `Required, ${characters(limits.replyText)}.` },
      { name: 'sessionId', text: 'Optional. As for a reply.' },
      { name: 'Accept: text/event-stream', text: 'Optional, a header. The reply comes in pieces, as it is written.' },
    ],
    response: {
      text: '200: the reply.',
      example: shown({ response: 'A harbour is a place where ships are safe from wind and waves.' }),
    },
  },
  {
    id: 'api-job',
    title: 'Read a job',
    text: 'Everything that is known of one job, with the time of each step.',
    call: { method: 'GET', path: '/api/jobs/{jobId}' },
    fields: [
      { name: 'jobId', text: 'From the answer to the submission. Another account’s job is a missing one: 404.' },
    ],
    response: {
      text: '200: the job. Its audioUrl is signed, and plays for 7 days without a key; each reading signs it anew. While it runs, Retry-After says when to ask again.',
      example: shown({
        id: jobId,
        status: 'completed',
        progress: 100,
        userText: 'Good morning. This is my first sentence.',
        requestId: 'guide-tts-1',
        voiceId: defaultVoiceId,
        audioUrl,
        durationMs: 2840,
        processingTime: 1460,
      }).replace(/\n}$/, ',\n  …\n}'),
    },
  },
  {
    id: 'api-words',
    title: 'Words and subtitles',
    text: 'The words of the text or the reply, with their times in the mp3 in seconds. From the creator plan on, for jobs that were submitted on it.',
    call: { method: 'GET', path: '/api/jobs/{jobId}/words' },
    fields: [
      { name: 'jobId', text: 'Of a completed job.' },
      {
        name: '?marks',
        text: 'Optional. phonemes (IPA), visemes (shapes of the mouth, by the names of Amazon Polly), or both with a comma between: each word has these too, with their times. Joe and the natural voices tell them; words of other voices have none.',
      },
    ],
    response: {
      text: '200: the words in their order. The same times as subtitles: the audioUrl with .srt or .vtt in place of .mp3.',
      example: [
        '[',
        '  { "word": "Good", "start": 0.09, "end": 0.38, "estimated": true },',
        '  { "word": "morning", "start": 0.38, "end": 0.84, "estimated": true },',
        '  …',
        ']',
      ].join('\n'),
    },
  },
  {
    id: 'api-events',
    title: 'Follow a job',
    text: 'Server-sent events: the present state first, then each change, until the job has ended.',
    call: { method: 'GET', path: '/api/events/{jobId}', isStream: true },
    fields: [
      { name: 'jobId', text: 'From the answer to the submission.' },
      {
        name: 'Last-Event-ID',
        text: 'Optional, a header. The ID of the last event that you have: the stream goes on after it.',
      },
    ],
    response: {
      text: '200: the stream; it closes after completed or failed. Named events writing, reply, audio, words, position and heartbeat come between. 204: the job has ended, and you have its last event.',
      example: [
        'id: 2\ndata: {"status":"processing","progress":50}',
        `id: 5\ndata: {"status":"completed","progress":100,"audioUrl":"${audioUrl}","voiceUsed":"joe","provider":"piper"}`,
      ].join('\n\n'),
    },
  },
  {
    id: 'api-retry',
    title: 'Retry a job',
    text: 'A new job of one that has ended: whole, or its reply spoken by another voice. One call, unless it fails.',
    call: { method: 'POST', path: '/api/jobs/{jobId}/retry', body: { from: 'start', voiceId: 'nova' } },
    fields: [
      { name: 'from', text: 'Optional. start; or reply, which keeps the reply and asks no model.' },
      { name: 'voiceId', text: 'Optional. Another voice.' },
      { name: 'userText', text: 'Optional, from start. Another text.' },
      { name: 'ttsSettings', text: 'Optional. Those that are left out stay.' },
      { name: 'language', text: 'Optional. Another language, or auto. textNormalization and fallback likewise.' },
    ],
    response: { text: accepted, example: shown(submitted) },
  },
  {
    id: 'api-batch',
    title: 'Submit a batch',
    text: 'Up to 100 jobs at once, on paid plans. Their calls are taken together or not at all; a bad item fails alone.',
    call: {
      method: 'POST',
      path: '/api/batch',
      body: {
        jobs: [
          { userText: 'Chapter one.', requestId: 'guide-batch-1', voiceId: defaultVoiceId },
          { userText: 'Chapter two.', requestId: 'guide-batch-2', voiceId: defaultVoiceId },
        ],
      },
    },
    fields: [
      { name: 'jobs', text: 'Required. Requests as for speaking a text; with kind: reply as for answering one.' },
      {
        name: '?dryRun=true',
        text: 'Optional. Says what each item would be and what they would cost. Nothing is taken.',
      },
    ],
    response: {
      text: '202: what became of each item, in your order. GET /api/batch/{batchId} counts its jobs, …/results has what has ended, as JSON lines or a zip, and POST …/cancel ends what can be.',
      example: shown(batched),
    },
  },
]
