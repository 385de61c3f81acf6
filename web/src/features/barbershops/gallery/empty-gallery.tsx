import { EmptyChair } from '../../../ui/empty-chair.tsx'

/** The first letters of the words that name the shop, for its mirror: 'Barbearia do Zé Lima' is ZL. */
function monogramOf(name: string) {
  const words = name.split(/\s+/).filter((word) => !/^barbearia$/i.test(word) && /^\p{Lu}/u.test(word))
  const [first = 'N', second = 'R'] = words.map((word) => word[0])
  return first + second
}

/** Where a shop has no pictures yet. */
export function EmptyGallery({ name }: { name: string }) {
  return (
    <div className="flex aspect-[16/10] flex-col justify-center overflow-hidden md:aspect-[16/9]">
      <EmptyChair text={monogramOf(name)} />
    </div>
  )
}
