import type { Operation } from '@utter/http/openapi/operation'
import { rangedAnswers, rangedRefusals } from './ranged-sound.ts'

const parameters = { id: 'The id of the work.' } as const
const inChapter = { ...parameters, chapterId: 'The id of the chapter.' } as const
const ofParagraph = { ...inChapter, paragraphId: 'The id of the paragraph.' } as const
const edit =
  'Its section, of some 10,000 characters, is spoken as it is then: what was spoken before is taken from what is kept, and one call is taken where anything of it is new.'
const tooLarge = {
  400: 'The text is not valid, a mark in it is not whole or cannot be done, or its chapter would be too large. Nothing is charged.',
}

const submitted: Operation['answers'] = {
  200: { description: 'What it would be: of `dryRun=true`; or the work that its request id has already.' },
  202: { description: 'It is being spoken.', headers: ['Location'] },
}

/** The routes of works in the API's description. */
export const workOperations = {
  submit: {
    id: 'submitWork',
    tag: 'Works',
    summary: 'Speak a book',
    description:
      'Chapters of paragraphs, up to 1,000,000 characters. It costs one call for each started 10,000 characters of a chapter, each when it is spoken. Without a call left it is paused, and goes on when it is resumed. Each chapter can be heard once it is spoken. The texts may have marks, such as `[pause:1.5s]`.',
    parameters: { dryRun: '`true`: checked and priced; nothing is taken and nothing is kept.' },
    headers: ['IdempotencyKey'],
    example: {
      title: 'My first book',
      requestId: 'book-1',
      voiceId: 'default',
      chapters: [{ title: 'Chapter one', paragraphs: [{ text: 'It was a bright cold day.' }] }],
    },
    answers: submitted,
    refusals: {
      400: 'The request is not valid, a mark in a text is not whole or cannot be done, or a voice does not speak the language. Nothing is charged.',
      403: 'Missing scope, a network that the key is not for, or a plan without works.',
      409: 'The request id was used with a different work, or the account has 200 works (`code` `too_many_works`).',
      413: 'The work is larger than any may be.',
      503: 'Overload, or the same request is still under way. Sent again it is the same work.',
    },
  },
  submitFile: {
    id: 'submitWorkFile',
    tag: 'Works',
    summary: 'Speak a book from its file',
    description:
      'The body is the file, up to 16 MB: a text, Markdown, an EPUB or a Word document. Its chapters and paragraphs are read, and spoken as those of a work that is sent as JSON. Titles of chapters, notes and pictures are not spoken. A dry run tells the names that begin lines as those of a dialogue do.',
    parameters: {
      name: 'The name of the file, which tells what it is.',
      title: 'The title of the work; absent: as the file has it.',
      requestId: 'Yours, unique among your works; an `Idempotency-Key` header does as well.',
      voiceId: 'The voice that speaks it.',
      speakers:
        'A voice for each speaker, as JSON: `{"Anna": "default"}`. A line `Anna: …` of the file is then a paragraph of hers, without the name; the paragraph after it is the narrator\'s.',
      chapterVoices:
        'Voices of the chapters in their order, as JSON: `["default", null]`. Null, and one that is missing at the end, is the voice of the work.',
      language: 'BCP 47, or `auto`: as the file has it, or by the text.',
      textNormalization: '`off`: the text is spoken as it is written.',
      dryRun: '`true`: read, checked and priced; nothing is taken and nothing is kept.',
    },
    headers: ['IdempotencyKey'],
    files: [
      'text/plain',
      'text/markdown',
      'application/epub+zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    answers: submitted,
    refusals: {
      400: 'The file is damaged, protected or larger than a work may be, as the sentence says, or a field is not valid. Nothing is charged.',
      403: 'Missing scope, a network that the key is not for, or a plan without works.',
      409: 'The request id was used with a different work, or the account has 200 works (`code` `too_many_works`).',
      413: 'The file is larger than 16 MB.',
      415: 'The file is none of the four kinds.',
      429: 'Over the rate, or another file of the account is being read.',
      503: 'Overload, or the same request is still under way. Sent again it is the same work.',
    },
  },
  list: {
    id: 'listWorks',
    tag: 'Works',
    summary: 'The works of the account, newest first',
    answers: { 200: { headers: ['Link'] } },
  },
  get: { id: 'getWork', tag: 'Works', summary: 'A work, with the state of each chapter', parameters },
  remove: {
    id: 'deleteWork',
    tag: 'Works',
    summary: 'Delete a work',
    description: 'Its texts and its sounds go within a minute. The calls that it took stay used.',
    parameters,
    answers: { 204: { description: 'It is no longer there.' } },
  },
  pause: {
    id: 'pauseWork',
    tag: 'Works',
    summary: 'Pause a work',
    description: 'What is being spoken ends; nothing else is begun.',
    parameters,
    refusals: { 409: 'Nothing of it is left to speak.' },
  },
  resume: {
    id: 'resumeWork',
    tag: 'Works',
    summary: 'Go on with a work',
    description: 'Parts that have failed are tried again.',
    parameters,
    refusals: { 409: 'It is neither paused nor failed.' },
  },
  cancel: {
    id: 'cancelWork',
    tag: 'Works',
    summary: 'Cancel a work',
    description: 'What has not begun is never spoken, and costs nothing. What is spoken stays.',
    parameters,
    refusals: { 409: 'Nothing of it is left to speak.' },
  },
  chapter: { id: 'getChapter', tag: 'Works', summary: 'A chapter with its paragraphs', parameters: inChapter },
  audio: {
    id: 'getChapterAudio',
    tag: 'Works',
    summary: 'The mp3 of a chapter',
    description:
      'Once all of it has been spoken; after a change of a paragraph it is the one before until the new one is spoken.',
    parameters: inChapter,
    answers: rangedAnswers('audio/mpeg', 'The whole mp3.'),
    refusals: {
      404: 'There is no such chapter, or not all of it is spoken yet.',
      ...rangedRefusals,
    },
  },
  setParagraph: {
    id: 'setParagraph',
    tag: 'Works',
    summary: 'Change a paragraph',
    description: edit,
    parameters: ofParagraph,
    example: { text: 'It was a bright cold day in April.' },
    refusals: tooLarge,
  },
  addParagraph: {
    id: 'addParagraph',
    tag: 'Works',
    summary: 'Add a paragraph',
    description: edit,
    parameters: inChapter,
    example: { text: 'The clocks were striking.' },
    refusals: tooLarge,
  },
  removeParagraph: {
    id: 'removeParagraph',
    tag: 'Works',
    summary: 'Remove a paragraph',
    description: 'Costs nothing, as nothing new is spoken.',
    parameters: ofParagraph,
    refusals: { 409: 'It is the only one of its chapter.' },
  },
  moveParagraph: {
    id: 'moveParagraph',
    tag: 'Works',
    example: { after: '7d3c2f0e-8a51-4f0c-9a52-0d7f5d1b6c11' },
    summary: 'Move a paragraph within its chapter',
    description: 'Costs nothing, as nothing new is spoken.',
    parameters: ofParagraph,
    refusals: { 400: 'The paragraph that it is to follow is not in the chapter.' },
  },
  versions: {
    id: 'listParagraphVersions',
    tag: 'Works',
    summary: 'Earlier states of the paragraphs of a chapter, newest first',
    description: 'Each edit that changes or removes a paragraph keeps it as it was.',
    parameters: inChapter,
  },
  restoreVersion: {
    id: 'restoreParagraphVersion',
    tag: 'Works',
    summary: 'Take a version of a paragraph back',
    description:
      'The paragraph is as it was then, and what it is now becomes a version. A removed one is behind the paragraph that it followed, or at the end of its chapter where that is gone too. Costs nothing where it was spoken.',
    parameters: { ...inChapter, versionId: 'The id of the version.' },
    refusals: { ...tooLarge, 404: 'There is no such chapter, or the version is no more.' },
  },
} satisfies Record<string, Operation>
