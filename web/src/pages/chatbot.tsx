import { paths } from '@utter/contracts/screens'
import { titles } from '../titles.ts'
import { Page, Prose } from '../ui/page.tsx'

export function ChatbotPage() {
  return (
    <Page {...titles[paths.chatbot]}>
      <Prose>This screen is in preparation: you will write to an assistant here and hear its answers.</Prose>
    </Page>
  )
}
