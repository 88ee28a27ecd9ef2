/** A mail before it has a form. Texts are plain; a paragraph is one string. */
export type Letter = {
  subject: string
  /** Shown after the subject in a list of mails. */
  preview: string
  paragraphs: string[]
  /** Facts in a small table. */
  facts?: [name: string, value: string][]
  button?: { text: string; url: string }
  /** After the button, smaller. */
  after?: string[]
}
