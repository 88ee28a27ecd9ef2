import { paths } from '@utter/contracts/screens'
import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from './pages/not-found.tsx'
import { Shell } from './shell/shell.tsx'

/** A screen that is fetched when it is first gone to; until it is there, the one before stays. */
const screen = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) =>
  lazy(async () => ({ default: (await load())[name] }))

const Dashboard = screen('DashboardPage', () => import('./pages/dashboard.tsx'))
const JobQueue = screen('JobQueuePage', () => import('./pages/job-queue.tsx'))
const Playground = screen('PlaygroundPage', () => import('./pages/playground.tsx'))
const Chatbot = screen('ChatbotPage', () => import('./pages/chatbot.tsx'))
const Guide = screen('GuidePage', () => import('./pages/guide.tsx'))
const Settings = screen('SettingsPage', () => import('./pages/settings.tsx'))
const Pricing = screen('PricingPage', () => import('./pages/pricing.tsx'))
const LogIn = screen('LogInPage', () => import('./pages/log-in.tsx'))
const SignUp = screen('SignUpPage', () => import('./pages/sign-up.tsx'))
const Account = screen('AccountPage', () => import('./pages/account.tsx'))
const Terms = screen('TermsPage', () => import('./pages/terms.tsx'))
const License = screen('LicensePage', () => import('./pages/license.tsx'))

export const AppRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route path={paths.dashboard} element={<Dashboard />} />
      <Route path={paths.jobs} element={<JobQueue />} />
      <Route path={paths.playground} element={<Playground />} />
      <Route path={paths.chatbot} element={<Chatbot />} />
      <Route path={paths.guide} element={<Guide />} />
      <Route path={paths.settings} element={<Settings />} />
      <Route path={paths.pricing} element={<Pricing />} />
      <Route path={paths.logIn} element={<LogIn />} />
      <Route path={paths.signUp} element={<SignUp />} />
      <Route path={paths.account} element={<Account />} />
      <Route path={paths.terms} element={<Terms />} />
      <Route path={paths.license} element={<License />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
