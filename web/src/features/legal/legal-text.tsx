import type { ReactNode } from 'react'
import styled from 'styled-components'

const Text = styled.div`
  max-width: 68ch;
  color: var(--fg-2);
  line-height: 22px;

  section { display: grid; gap: 8px; padding-bottom: 28px; }
  h2 { color: var(--fg); }
  @media print { section { break-inside: avoid; } }
`

export interface LegalSection {
  title: string
  paragraphs: ReactNode[]
}

/** Prose under numbered headings, in English on every page. */
export const LegalText = ({ sections }: { sections: LegalSection[] }) => (
  <Text lang="en">
    {sections.map(({ title, paragraphs }, index) => (
      <section key={title} aria-labelledby={`section-${index + 1}`}>
        <h2 id={`section-${index + 1}`}>
          {index + 1}. {title}
        </h2>
        {paragraphs.map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text.
          <p key={place}>{paragraph}</p>
        ))}
      </section>
    ))}
  </Text>
)
