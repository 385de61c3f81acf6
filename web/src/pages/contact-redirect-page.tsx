import { redirect } from 'react-router'
import { paths } from '../app/paths.ts'

/** The specification names both /contact and /contato; one redirects to the other. */
export function loader() {
  throw redirect(paths.contact(), 301)
}

export function clientLoader() {
  throw redirect(paths.contact())
}

export default function ContactRedirectPage() {
  return null
}
