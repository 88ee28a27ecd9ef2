import * as z from 'zod/mini'

/** Parameters of the paths below `/api/works`. */
export const WorkParams = z.object({ id: z.string() })
export const ChapterParams = z.object({ id: z.string(), chapterId: z.string() })
export const ParagraphParams = z.object({ id: z.string(), chapterId: z.string(), paragraphId: z.string() })
export const VersionParams = z.object({ id: z.string(), chapterId: z.string(), versionId: z.string() })
export const CaptionsParams = z.object({ id: z.string(), chapterId: z.string(), format: z.string() })

export const FeedParams = z.object({ secret: z.string() })
export const FeedFileParams = z.object({ secret: z.string(), file: z.string() })

export const EpubQuery = z.object({
  /** False: the texts alone. */
  audio: z._default(z.enum(['true', 'false'], 'audio must be true or false'), 'true'),
})
