import { DialogueTurn } from '../http/jobs/dialogue.ts'
import { Expected } from '../http/jobs/expected.ts'
import { ReplyRequest, RetryRequest, TtsRequest, TtsSettingsInput } from '../http/jobs/job-request.ts'
import { JobCost, TraceStage } from '../http/jobs/job-trace.ts'
import {
  AccountJobEvent,
  Answered,
  EstimateStats,
  FailureStats,
  HeartbeatEvent,
  HourStats,
  JobDeletedEvent,
  JobEvent,
  JobRow,
  JobView,
  PositionEvent,
  ReplyEvent,
  ResetEvent,
  Stats,
  Submitted,
  TimelineEntry,
  WordsEvent,
  WritingEvent,
  WrittenJob,
} from '../http/jobs/job-views.ts'
import { PhonemeTime, VisemeTime, visemes, WordTime } from '../http/jobs/word-times.ts'
import { limits, TtsSettings, VoiceInstead } from '../jobs.ts'
import { describe, webAddress } from './describe.ts'
import { sentTags } from './tags.ts'

const status =
  '`pending` (waits), `processing`, `completed` or `failed`. A cancelled job is `failed` with the code `cancelled`.'
const audioUrl = 'Where the mp3 is, relative to the origin. Signed: it plays without a key for seven days.'
const links = 'Paths of the job and of its event stream.'
/** Told of a submission, and of an item of a batch. */
export const warningsSentence =
  'Fields of the request that nobody reads, or that have no effect on its voice, a sentence each; absent: none.'
const cached = 'Whether the sound of an earlier job was used: such a job costs nothing.'
const sameAs = 'The earlier job whose sound it has.'
const reply = 'The reply that the chat model wrote. Only of jobs of the kind `reply`.'

const settings = {
  stability: 'From 0 (lively) to 1 (even).',
  similarityBoost: 'From 0 to 1: how closely the voice keeps to its original.',
  style: 'From 0 to 1: how much of a style is added.',
  speakerBoost: 'Whether the voice is made clearer.',
  speed: 'From 0.5 to 2: how quickly it is spoken; absent: 1.',
}

const text = {
  language: {
    description:
      'BCP 47 (`es`, `pt-BR`): the reply is written in it, the text is read by its rules, and the voice `default` is one that speaks it. `auto`, or none: by the text.',
    type: 'string',
    maxLength: 35,
  },
  textNormalization: {
    description:
      '`auto`, or none: Markdown, signs and figures are made words. `off`: the text is spoken as it was written.',
    enum: ['auto', 'off'],
  },
}
const marks =
  '`[pause:1.5s]` (0.1 to 10 s, or ms), `[rate:0.9]` (0.5 to 2, for what follows), `[voice:id]` (speaks what follows), `[say:cat|kæt]` (a word by its IPA, for voices with `phonemes`) and `[as:digits]42[/as]` (also `date`, as 2026-11-27, and `spell`)'
const ssml =
  'Whether the text is SSML: `speak`, `break` with `time`, `prosody` with `rate`, `voice` with `name`, `phoneme` with `ph`, `sub` with `alias`, `say-as` with `digits`, `date`, `spell-out` or `characters`.'
/** The speakers of a job and of a work. */
export const speakersField = {
  description:
    'A voice for each name of a dialogue, 20 at the most: a line of the text that begins with `Name:` is spoken by the voice of that name, and what follows too, until another one speaks. Names are not spoken, and are no characters of the text; words and subtitles name them.',
  type: 'object',
  maxProperties: 20,
  additionalProperties: { type: 'string' },
}
const fallback = {
  description:
    'Who may speak while the vendor of a voice is away, the request’s or one that a mark of its text names: `none`, the job waits; `same_language`, a voice of another provider that speaks the language; `any`, where there is none the default voice of this service.',
  enum: ['none', 'same_language', 'any'],
}
const seed =
  'Decides the noise of the voice: the same text, voice, settings and seed give the same sound for as long as the voice’s model stays (`pcmHash` shows it). Another seed is another way of saying it, where a voice has any. A voice outside may keep to it less exactly, or not at all, which is told in `warnings`.'
const check = {
  description:
    '`shape`, or none: the sound is checked for silence, gaps, a cut end and far too short a time. `words`: each sentence is also spoken a second time, and a word that is missing, doubled or another shows; it takes twice as long. A faulty sentence is spoken again, and a job that stays faulty fails with `speech_incomplete`, free. Voices of vendors outside are heard by a transcriber in place of the second time, where this installation has one, and else checked by shape, which `warnings` tell.',
  enum: ['shape', 'words'],
}
const checked = 'How the sound was checked: `shape` or `words`. Absent: not yet, or it is that of an earlier job.'
const spokenBy = {
  voiceUsed:
    'The id of the voice that has spoken: for `default` one of the text’s language, by `fallback` another than that of the request.',
  provider: 'The provider of that voice.',
  voicesInstead:
    'Voices that marks of its text name, in whose place others have spoken by `fallback`, since their vendor was away; absent: none.',
}

const request = {
  requestId:
    'A name of your own for this request, unique in your account: the same again gives the same job, and costs nothing.',
  sessionId: 'The conversation that it belongs to; `default` remembers nothing. Only `POST /api/reply` remembers.',
  voiceId: 'The id or an alias of a voice of `GET /api/voices`.',
  webhookUrl: {
    description: 'A public address that is called when the job has ended. On paid plans.',
    ...webAddress,
  },
  ttsSettings: 'How it is spoken. What is left out has its default.',
  ...text,
  fallback,
  seed,
  check,
  stream:
    '`true`: the sound can be heard as it is spoken, and that of a reply as it is written, at the address that the event `audio` of the job’s stream tells. Of texts of up to 2,000 characters; a longer one is heard once it is spoken whole.',
  metadata: {
    description: `Anything of yours that the job keeps: plain JSON, at most ${limits.metadataKeys} keys and 8 KB.`,
    type: 'object',
    maxProperties: limits.metadataKeys,
  },
  tags: {
    description: 'Words by which you find the job again.',
    ...sentTags,
  },
}

const row = {
  id: 'The id of the job.',
  status,
  progress: 'Percent, from 0 to 100.',
  userText: 'The text of the request.',
  voiceId: 'The voice of the request.',
  createdAt: 'When it was submitted.',
  audioUrl,
  error: 'Why it failed: a sentence for people.',
  code: 'Why it failed, for programs.',
  tags: 'Its tags: those of the request, or those that were set since; absent: none.',
  position: 'Place among the waiting jobs of your account, from 1, counted up to 10,001; absent once it waits no more.',
  version: 'Grows by one with each change.',
}

const event = {
  status,
  progress: row.progress,
  audioUrl,
  ...spokenBy,
  error: row.error,
}

const totals = {
  totalJobs: 'All jobs.',
  completedJobs: 'Jobs that gave a sound.',
  failedJobs: 'Jobs that failed or were cancelled.',
}

export const jobDescriptions = [
  describe(VoiceInstead, 'VoiceInstead', 'A voice that a mark names, in whose place another has spoken.', {
    voiceId: 'As the mark names it.',
    voiceUsed: 'The id of the voice that has spoken its text.',
    provider: 'The provider of that voice.',
  }),
  describe(WordTime, 'WordTime', 'A word of what a job has spoken, and when it sounds.', {
    word: 'As it is in the text or the reply, without marks.',
    start: 'Seconds from the beginning of the mp3.',
    end: 'Seconds from the beginning of the mp3.',
    estimated: 'Whether the time is reckoned from that of its sentence, and not told by the voice.',
    speaker: 'Who says it, in a dialogue.',
    phonemes:
      'With `marks=phonemes`: its phonemes, from its beginning to its end; a figure has those of the words that are spoken for it. Absent: its voice tells none of this word, or none did when it was spoken.',
    visemes:
      'With `marks=visemes`: the same as shapes of the mouth, each as long as it is held. Absent where `phonemes` are.',
  }),
  describe(PhonemeTime, 'PhonemeTime', 'A phoneme of a word, and when it sounds.', {
    phoneme:
      'A letter of IPA with the signs that change it, as `ɑː` or `ɑ̃`; an affricate (`tʃ`, `dʒ`) or a diphthong of English (`aɪ`) is one. Without marks of stress.',
    start: 'Seconds from the beginning of the mp3.',
    end: 'Seconds from the beginning of the mp3.',
  }),
  describe(VisemeTime, 'VisemeTime', 'A shape of the mouth, and when it is held.', {
    viseme: {
      description:
        'By the names of Amazon Polly: `p` (b, m), `f` (v), `T` (θ, ð), `t` (d, n, l, ɾ), `s` (z), `S` (ʃ, ʒ, tʃ, dʒ), `k` (ɡ, ŋ, h, x, ʁ), `r` (ɹ), `i` (ɪ, j, y, ɲ), `u` (ʊ, w), `@` (ə, ɚ), `a` (ɑ, æ, ɐ, aɪ, aʊ), `e` (eɪ, ø), `E` (ɛ, ɜ, ʌ, œ), `o` (oʊ), `O` (ɔ, ɒ, ɔɪ). Between words the mouth is at rest.',
      enum: [...visemes],
    },
    start: 'Seconds from the beginning of the mp3.',
    end: 'Seconds from the beginning of the mp3.',
  }),
  describe(TtsSettingsInput, 'TtsSettingsInput', 'How a text is spoken; each setting may be left out.', settings),
  describe(TtsSettings, 'TtsSettings', 'How a text is spoken.', settings),
  describe(DialogueTurn, 'DialogueTurn', 'What one of the speakers of a dialogue says.', {
    speaker: 'A name among the `speakers`.',
    text: 'May have marks, which hold to its end.',
  }),
  describe(TtsRequest, 'TtsRequest', 'A text that is spoken as it is.', {
    userText: `The text that is spoken. It may have marks, which are no characters of it: ${marks}. Another bracket is text. Without its marks it has at most ${limits.ttsText} characters.`,
    ...request,
    ssml,
    dialogue:
      'In the place of `userText`: its turns, each with the `speaker`, who is among the `speakers`, and the `text`.',
    speakers: speakersField,
  }),
  describe(ReplyRequest, 'ReplyRequest', 'A question or a message: a reply to it is written, then spoken.', {
    userText: 'What is replied to.',
    ...request,
    ssml: '`false`, or none: what is replied to has no marks.',
    dialogue: 'None: what is replied to is one text.',
    speakers: 'None, as well.',
  }),
  describe(RetryRequest, 'RetryRequest', 'What is different from the job that is repeated.', {
    from: '`start`, or `reply`: the reply is kept, and no model is asked.',
    userText: 'Another text; only from the start.',
    voiceId: 'Another voice.',
    ttsSettings: 'Other settings; those that are left out stay.',
    language: { ...text.language, description: 'Another language; `auto` takes the earlier one back.' },
    textNormalization: '`auto` takes an earlier `off` back.',
    ssml: 'Whether the text is SSML; `false` takes an earlier `true` back.',
    speakers: {
      ...speakersField,
      description: 'Other voices of its speakers, all of them; only of a text with speakers.',
    },
    fallback: { ...fallback, description: '`none` takes an earlier one back.' },
    seed: 'Another seed; without one the earlier job’s.',
    check: { ...check, description: '`shape` takes an earlier `words` back.' },
    requestId: 'A name of your own for this request. Without one each call makes a job of its own.',
  }),
  describe(Submitted, 'Submitted', 'A job that was taken and runs.', {
    jobId: row.id,
    status,
    position: 'Place among the waiting jobs of your account, from 1, counted up to 10,001; 0: it waits no more.',
    expectedSeconds: 'About how long it takes from now.',
    warnings: warningsSentence,
    links,
  }),
  describe(
    Answered,
    'Answered',
    'The job as it is now: it ended in time, or the request was known already. A key without `jobs:read` gets neither `audioUrl`, `aiResponse` nor `error`.',
    {
      jobId: row.id,
      status,
      audioUrl,
      aiResponse: reply,
      error: row.error,
      code: row.code,
      cached,
      sameAs,
      processingTime: 'Milliseconds from submission to the end.',
      warnings: warningsSentence,
      links,
    },
  ),
  describe(WrittenJob, 'WrittenJob', 'The job, to a key without `jobs:read`.', {
    id: row.id,
    status,
    code: row.code,
    links,
  }),
  describe(JobRow, 'JobRow', 'What a list shows of a job.', row),
  describe(TimelineEntry, 'TimelineEntry', 'One change of a job.', {
    version: 'Counts the changes from 1, without a gap.',
    at: 'When it was.',
    step: 'The name of the step: `submitted`, `chat-started`, `reply-written`, …, `completed`, `failed`.',
    status,
    progress: row.progress,
    note: 'More about it.',
  }),
  describe(
    TraceStage,
    'TraceStage',
    'A stage of a job; what lies between two of them is time in which it waited for a worker.',
    {
      stage: '`waiting` until a worker starts it, `chat`, `speech`, `storing`, `delivery` of the webhook.',
      startedAt: 'When it began.',
      endedAt: 'When it ended; none while it lasts.',
      ms: 'How long it took, in milliseconds.',
      tries: 'How often it was started.',
      provider: 'Who wrote or spoke.',
      model: 'By which model, with its version.',
      voice: 'The id of the voice that has spoken.',
      tokens: 'What the model wrote.',
      characters: 'Of the text that was spoken.',
      recordings: 'Pieces that were spoken, those spoken again too.',
      checked: 'How the sound was checked: `shape` or `words`.',
      workMs: 'Milliseconds of a worker, without the turns of other accounts in between.',
    },
  ),
  describe(JobCost, 'JobCost', 'What a job costs.', { calls: 'Calls of your account, 0 or 1.' }),
  describe(JobView, 'JobView', 'One job, whole.', {
    ...row,
    requestId: 'The request id that it was submitted with.',
    sessionId: 'The conversation that it belongs to.',
    ttsSettings: 'How it was spoken, with the defaults filled in.',
    language: 'The language of the request; absent: by the text.',
    textNormalization: '`off` where the request had it.',
    ssml: 'Whether its text is SSML; absent: it is not.',
    speakers: { ...speakersField, description: 'The voice of each name of a dialogue; absent: it is none.' },
    fallback: 'The `fallback` of the request; absent: none.',
    seed: 'The `seed` of the request; absent: none, and the voice sounds a little different each time.',
    check: '`words` where the request had it.',
    checked,
    words: 'Whether `GET /api/jobs/{id}/words` has its words; absent: not, or not yet.',
    stream: 'The `stream` of the request; absent: not heard before it has ended.',
    ...spokenBy,
    metadata: { description: 'The metadata of the request.', type: 'object' },
    webhookUrl: 'The webhook address of the request.',
    webhookDelivered: 'Whether the webhook has arrived.',
    webhookAttempts: 'How often the webhook was tried.',
    aiResponse: reply,
    cached,
    sameAs,
    retryOf: 'The job that this one repeats.',
    batchId: 'The batch that made it.',
    workId: 'The work of which it speaks a section: it ends up in the mp3 of its chapter.',
    chapterId: 'That chapter.',
    processingTime: 'Milliseconds from submission to the end.',
    expectedTime:
      'Milliseconds that were expected at its submission, without the jobs of its account that it waited for.',
    durationMs: 'Milliseconds of sound.',
    peaks: 'About 120 values from 0 to 1, for drawing the wave.',
    pcmHash:
      'SHA-256 of the samples as the voice has spoken them (16 bit), before their loudness is set and the mp3 is made: two jobs of one hash are the same recording.',
    expectedSeconds: 'About how long it takes from now, while it runs.',
    updatedAt: 'Of its last change.',
    completedAt: 'When it ended.',
    timeline: 'Every change of it, the oldest first.',
    traceId: 'The W3C trace id of its submission, which its logs and spans have too.',
    share: 'Since when it is shared by a link; absent: it is not.',
    trace: 'Its stages in their order: their times, tries, and what they were made with.',
    cost: 'Calls of your account that it costs: 0 once it has failed, and for one from the cache.',
  }),
  describe(HourStats, 'HourStats', 'The jobs that ended in one hour.', {
    startsAt: 'A whole hour, in UTC.',
    completed: totals.completedJobs,
    failed: totals.failedJobs,
  }),
  describe(FailureStats, 'FailureStats', 'One reason why jobs failed.', {
    code: '`GET /api/jobs?code=` finds these jobs.',
    error: 'The sentence of the latest of them.',
    jobs: 'How many.',
  }),
  describe(EstimateStats, 'EstimateStats', 'How far jobs were off the `expectedSeconds` of their submission.', {
    jobs: 'Completed jobs that were measured: those that waited for no other job of the account.',
    inTime: 'How many of them took no longer.',
    medianOffSeconds: 'Half of them took at most so many seconds more or less.',
  }),
  describe(Stats, 'Stats', 'The totals of an account.', {
    ...totals,
    queueLength: 'Jobs that wait.',
    lastHour: 'Jobs that ended in the last 60 minutes.',
    hourBefore: 'Jobs that ended in the 60 minutes before these.',
    hours: 'The last 24 hours, the oldest first; the last one still runs.',
    failures: 'The five most frequent reasons of these hours, the most frequent first.',
    estimates: 'Of these hours; absent: no job was measured.',
  }),
  describe(Expected, 'Expected', 'What a job would be told that is submitted now.', {
    expectedSeconds: 'About how long it would take to its end.',
    position: 'Its place among the waiting jobs of your account, from 1, counted up to 10,001; 0: it would not wait.',
  }),
  describe(JobEvent, 'JobEvent', 'A change of one job. The id of the event is the version of the job.', event),
  describe(AccountJobEvent, 'AccountJobEvent', 'A change of one of the jobs of the account.', {
    ...event,
    jobId: row.id,
    version: row.version,
  }),
  describe(ReplyEvent, 'ReplyEvent', 'The reply of the chat model, once it is written.', { text: 'The whole reply.' }),
  describe(WritingEvent, 'WritingEvent', 'The reply while the chat model writes it.', { text: 'The reply so far.' }),
  describe(WordsEvent, 'WordsEvent', 'The words that can be heard so far.', {
    words: 'All of them, with their times in the live sound.',
  }),
  describe(PositionEvent, 'PositionEvent', 'The place of a waiting job.', {
    position: 'From 1, counted up to 10,001; 0: it waits no more, and no such event follows.',
    expectedSeconds: 'About how long it takes from now.',
  }),
  describe(HeartbeatEvent, 'HeartbeatEvent', 'A sign that the stream is alive.', { at: 'The time of the server.' }),
  describe(ResetEvent, 'ResetEvent', 'What was missed cannot all be sent: read your lists anew.', {
    at: 'The time of the server.',
  }),
  describe(JobDeletedEvent, 'JobDeletedEvent', 'A job is gone, with its texts and its sound.', { jobId: row.id }),
]
