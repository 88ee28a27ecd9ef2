import type { Statements } from '@utter/provenance/statements'
import { type Xml, xml, xmlDocument } from '@utter/text/xml'
import { bytesOfChapter, durationOfChapter } from '../../domain/works/chapter-length.ts'
import { feedPathOf } from '../../domain/works/feed-path.ts'
import type { ChapterOutline, ShownWork } from '../../domain/works/work.ts'
import { markOfSound } from './chapter-sound.ts'
import { tagOfChapter } from './chapter-tag.ts'

type Place = { secret: string; publicUrl: string; language: string; statements: Pick<Statements, 'sign'> }

/** A date as RSS has it (RFC 822). */
const dateOf = (date: Date) => date.toUTCString()

/** A text as the description of an episode, which players read as HTML where it has a tag; that of a podcast is a plain text. */
const asHtml = (text: string) => xml`<p>${text}</p>`.xml

const clockOf = (ms: number) => {
  const seconds = Math.round(ms / 1_000)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 3_600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`
}

/** An episode: a chapter that can be heard. Its `guid` changes with its sound, so that a player which has it fetches the new one. */
function episodeOf(chapter: ChapterOutline, work: ShownWork, { secret, publicUrl, statements }: Place): Xml {
  const { _id, title, position } = chapter
  const length = tagOfChapter(chapter, work, statements).length + (bytesOfChapter(chapter) ?? 0)
  const address = new URL(`/feeds/${secret}/chapters/${_id}.mp3`, publicUrl).href
  // A second apart, so that a player that sorts by date has them in their order.
  const at = new Date(work.createdAt.getTime() + position * 1_000)
  return xml`<item>
<title>${title}</title>
<description>${asHtml(`Chapter ${position + 1} of ${work.title}, read by a synthetic voice.`)}</description>
<enclosure url="${address}" length="${length}" type="audio/mpeg"/>
<guid isPermaLink="false">${`${_id}:${markOfSound(chapter).replaceAll('"', '')}`}</guid>
<pubDate>${dateOf(at)}</pubDate>
<itunes:title>${title}</itunes:title>
<itunes:duration>${clockOf(durationOfChapter(chapter))}</itunes:duration>
<itunes:episode>${position + 1}</itunes:episode>
<itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>false</itunes:explicit>
</item>`
}

/**
 * A work as RSS 2.0 with the tags of Apple and of the Podcast index: chapters that can be heard, in their order. It is blocked from every directory, since
 * its address is a secret.
 */
export function podcastOf(work: ShownWork, chapters: ChapterOutline[], place: Place): string {
  const { secret, publicUrl, language } = place
  const at = (path: string) => new URL(path, publicUrl).href
  const heard = chapters.filter((chapter) => bytesOfChapter(chapter) !== undefined)
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>${work.title}</title>
<link>${at('/')}</link>
<description>${`${work.title}, read by a synthetic voice.`}</description>
<language>${language}</language>
<generator>Utter</generator>
<lastBuildDate>${dateOf(work.updatedAt)}</lastBuildDate>
<atom:link href="${at(feedPathOf(secret))}" rel="self" type="application/rss+xml"/>
<itunes:author>Utter</itunes:author>
<itunes:image href="${at('/podcast-1400.png')}"/>
<itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>serial</itunes:type>
<itunes:block>Yes</itunes:block>
<podcast:block>yes</podcast:block>
<podcast:locked>yes</podcast:locked>
<podcast:guid>${work._id}</podcast:guid>
<podcast:medium>audiobook</podcast:medium>
${heard.map((chapter) => episodeOf(chapter, work, place))}
</channel>
</rss>`)
}
