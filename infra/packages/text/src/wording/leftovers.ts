const breaks = /(?<![ \t])[ \t]*(?:[|•‣◦▪●○∙·←][ \t]*)+(?=(\n|$)?)/gu
const nameless = /[®™℠†‡¶`´¨¸¯]|[\p{So}--[°№©]]/gv

/** Signs that nobody speaks: those that part words are a comma, all others a blank. */
export const withoutLeftovers = (text: string): string =>
  text
    .replace(breaks, (_, end: string | undefined, at: number, whole: string) =>
      end !== undefined || at === 0 || /[\n,;:.!?]/.test(whole[at - 1] ?? '') ? ' ' : ', ',
    )
    .replace(nameless, ' ')
    .replace(/(?<=\p{L})\*+(?=\p{L})|\*+/gu, ' ')
    .replace(/[→⇒^]|~(?!\/)/g, ' ')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
