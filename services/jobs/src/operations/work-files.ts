import type { Operation } from '@utter/http/openapi/operation'
import { rangedAnswers, rangedRefusals } from './ranged-sound.ts'

const parameters = { id: 'The id of the work.' } as const
const inChapter = { ...parameters, chapterId: 'The id of the chapter.' } as const

/** The routes by which a work is read along, taken away and subscribed to, in the API's description. */
export const workFileOperations = {
  words: {
    id: 'getChapterWords',
    tag: 'Works',
    summary: 'The words of a chapter, with their times',
    description:
      "When each paragraph sounds, in milliseconds from the beginning of the chapter's mp3, and its words, on a plan with word timestamps. A paragraph that was changed has none until it is spoken again; `complete` is false then.",
    parameters: inChapter,
    refusals: { 404: 'There is no such chapter, or not all of it is spoken yet.' },
  },
  captions: {
    id: 'getChapterCaptions',
    tag: 'Works',
    summary: 'The words of a chapter as subtitles',
    description: "A few seconds each, on the timeline of the chapter's mp3.",
    parameters: { ...inChapter, format: '`vtt` (WebVTT) or `srt` (SubRip).' },
    answers: { 200: { description: 'The subtitles.', types: ['text/vtt', 'application/x-subrip'] } },
    refusals: {
      403: 'The plan has no word timestamps.',
      404: 'There is no such chapter, not all of it is spoken yet, or it was spoken without times.',
    },
  },
  epub: {
    id: 'getWorkEpub',
    tag: 'Works',
    summary: 'A work as EPUB',
    description:
      'EPUB 3.3 with the mp3 of each chapter, by which a reading system lights each sentence while it is heard. Once each chapter can be heard; with `audio=false` its texts alone, at any time.',
    parameters: { ...parameters, audio: '`false`: without its sound.' },
    answers: {
      200: { description: 'The book.', types: ['application/epub+zip'], headers: ['ETag', 'Content-Disposition'] },
      304: { description: 'What is kept still holds.', headers: ['ETag'] },
    },
    refusals: {
      409: 'Not all of the work is spoken yet.',
      412: 'It is not what `If-Match` names.',
      429: 'Over the rate, or two books of the account are being sent.',
    },
  },
  audiobook: {
    id: 'getWorkAudiobook',
    tag: 'Works',
    summary: 'A work as an audiobook',
    description:
      'All chapters in one file (`.m4b`), each with its name and its place, for players of audiobooks: MP4, in which the sound is MP3. Once each chapter can be heard.',
    parameters,
    headers: ['Range', 'IfNoneMatch'],
    answers: rangedAnswers('audio/mp4', 'The whole file.'),
    refusals: {
      409: 'Not all of the work is spoken yet.',
      ...rangedRefusals,
      429: 'Over the rate, or four books of the account are being sent.',
    },
  },
  makeFeed: {
    id: 'makeWorkFeed',
    tag: 'Works',
    summary: 'Make the podcast of a work, or renew its address',
    description:
      'The address is a secret: whoever has it hears the work, without a login. It is told this once; an address before it opens nothing any more.',
    parameters,
  },
  getFeed: {
    id: 'getWorkFeed',
    tag: 'Works',
    summary: 'Whether a work has a podcast',
    description: 'And since when; its address is never told again.',
    parameters,
  },
  revokeFeed: {
    id: 'revokeWorkFeed',
    tag: 'Works',
    summary: 'Revoke the podcast of a work',
    description: 'Its address opens nothing any more.',
    parameters,
    answers: { 204: { description: 'There is none.' } },
  },
  podcast: {
    id: 'getPodcast',
    tag: 'Works',
    summary: 'The podcast of a work',
    description: 'RSS 2.0, with an episode for each chapter that can be heard, for whoever has its address.',
    parameters: { secret: 'The secret in the address.' },
    answers: {
      200: { description: 'The podcast.', types: ['application/rss+xml'], headers: ['ETag'] },
      304: { description: 'What is kept still holds.', headers: ['ETag'] },
    },
    refusals: { 404: 'There is no such podcast, or its address was revoked.', 412: 'It is not what `If-Match` names.' },
  },
  episode: {
    id: 'getPodcastEpisode',
    tag: 'Works',
    summary: 'An episode of a podcast',
    description: 'The mp3 of a chapter, for whoever has the address.',
    parameters: { secret: 'The secret in the address.', file: '`<chapter id>.mp3`' },
    headers: ['Range', 'IfNoneMatch'],
    answers: rangedAnswers('audio/mpeg', 'The whole mp3.'),
    refusals: {
      404: 'There is no such podcast or chapter, or not all of it is spoken yet.',
      ...rangedRefusals,
    },
  },
} satisfies Record<string, Operation>
