/** The beginning of a text, with an ellipsis where it is cut. */
export const shortText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters)}…` : text
