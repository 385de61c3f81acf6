export function meta() {
  return [{ title: 'Na Régua' }]
}

export default function HomePage() {
  return <h1 className="font-display text-5xl">Encontre as melhores barbearias próximas a você</h1>
}
