import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'

const List = styled.nav`
  position: sticky;
  top: 72px;
  align-self: start;
  display: grid;
  font-size: 13px;

  a {
    padding: 4px 0 4px 12px;
    border-left: 2px solid var(--line);
    color: var(--fg-3);
    line-height: 22px;
    text-decoration: none;
    &:hover { color: var(--fg); }
    &[aria-current] { border-color: var(--accent); color: var(--fg); font-weight: 500; }
  }
`

/** Below the top bar: a section whose heading has passed this line is the one that is read. */
const lineY = 120

interface Section {
  id: string
  title: string
}

function currentSection(sections: readonly Section[]): string | undefined {
  // A section that is not shown yet has no place.
  const shown = sections.flatMap(({ id }) => {
    const box = document.getElementById(id)?.getClientRects()[0]
    return box ? [{ id, top: box.top }] : []
  })
  const passed = shown.filter(({ top }) => top <= lineY)
  // The last one is too short to reach the line.
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  return (isAtEnd ? shown.at(-1)?.id : passed.at(-1)?.id) ?? sections[0]?.id
}

/** The list of a long page's sections, with the present one marked; the page says where there is room for it. */
export function Contents({ sections, className }: { sections: readonly Section[]; className?: string }) {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const follow = () => setCurrent(currentSection(sections))
    // Not here: to lay out so long a page is a task of its own.
    const frame = requestAnimationFrame(follow)
    addEventListener('scroll', follow, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', follow)
    }
  }, [sections])
  return (
    <List className={className} aria-label={t('On this page')}>
      {sections.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {title}
        </a>
      ))}
    </List>
  )
}
