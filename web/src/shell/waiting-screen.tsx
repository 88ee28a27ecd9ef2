import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { AuthCard } from '../features/session/auth-card.tsx'
import { screenTitle, type TitledPath } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Stack } from '../ui/layout/text.tsx'

/** Heights in px of what each screen shows first; one block where none is named. */
const blocks: Record<string, number[]> = {
  [paths.dashboard]: [116, 248, 360],
  [paths.jobs]: [114, 520],
  [paths.playground]: [640],
  [paths.chatbot]: [96],
  [paths.works]: [440],
  [paths.newWork]: [440],
  [paths.work]: [151, 146, 320],
  [paths.pricing]: [46, 400, 104, 272],
  [paths.account]: [376, 200, 268, 240],
}
const cards: readonly string[] = [paths.logIn, paths.signUp, paths.verifyEmail]

const Block = styled(Skeleton)`
  border-radius: var(--r-4);
`

/** A screen whose code is on its way: its title where it will stay, and blocks of the size of its cards. */
export function WaitingScreen({ path }: { path: string }) {
  const { title, subtitle } = screenTitle(path as TitledPath)
  if (cards.includes(path)) {
    return (
      <AuthCard title={title} subtitle={subtitle} below={null}>
        <Block $height={path === paths.logIn ? 208 : 376} />
      </AuthCard>
    )
  }
  return (
    <Page title={title} subtitle={subtitle}>
      <WaitingBlocks heights={blocks[path] ?? [320]} />
    </Page>
  )
}

const WaitingBlocks = ({ heights }: { heights: number[] }) => (
  <Stack aria-busy="true">
    {heights.map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place.
      <Block key={index} $height={height} />
    ))}
  </Stack>
)
