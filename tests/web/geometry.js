// Run in the page by geometry.py: what is wrong with the table that is shown.
() => {
  const found = []
  const wide = document.documentElement.clientWidth
  const high = document.documentElement.clientHeight
  const say = (what, node) => found.push(`${what}: ${node.className?.baseVal ?? node.className} ${(node.textContent ?? '').trim().slice(0, 40)}`)
  const box = (node) => node.getBoundingClientRect()
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('.spoken') && getComputedStyle(node).clipPath === 'none'
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen)
  const settled = document.querySelector('.settled')

  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollWidth > wide + 1) found.push(`the page is ${scrollWidth} px wide`)
  if (scrollHeight > high + 1) found.push(`the page is ${scrollHeight} px high`)

  // text that is cut: by its own box, or by the screen
  const walker = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement
    if (!text.data.trim() || !seen(node) || node.closest('.settled, aside, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const place = range.getBoundingClientRect()
    if (place.width < 2) continue
    if (place.left < -1 || place.right > wide + 1 || place.top < -1 || place.bottom > high + 1) {
      if (!node.closest('.offers')) say('text outside the screen', node)
      continue
    }
    for (let outer = node; outer && !outer.matches('.table'); outer = outer.parentElement) {
      const style = getComputedStyle(outer)
      if (style.overflowX === 'visible' || outer.matches('.offers')) continue
      const edge = box(outer)
      if (place.right > edge.right + 1.5 || place.left < edge.left - 1.5 || place.bottom > edge.bottom + 3 || place.top < edge.top - 3) {
        say('text is cut', node)
        break
      }
    }
  }

  // things that must not touch
  const solid = settled ? [] : all('.seat .plate, .own, .says, .zone .play, .zone .pass, .zone .out, .info, .last, .opening, .tribute, .river, .hub, .rack, .cell, .middle strong, .table > header, .hand, .bar')
  const zones = (node) => node.closest('.zone, .place, .slot')
  solid.forEach((a, at) => {
    for (const b of solid.slice(at + 1)) {
      if (a.contains(b) || b.contains(a) || (zones(a) && zones(a) === zones(b))) continue
      const p = box(a)
      const q = box(b)
      const x = Math.min(p.right, q.right) - Math.max(p.left, q.left)
      const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
      if (x > 2 && y > 2 && !(a.matches('header') && b.matches('.seat .plate')))
        found.push(`${a.className} lies on ${b.className} (${Math.round(x)}x${Math.round(y)})`)
    }
  })
  const header = document.querySelector('.table > header')
  for (const part of header.children)
    for (const plate of all('.seat .plate')) {
      const p = box(part)
      const q = box(plate)
      if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 2 && p.width > 2 && seen(part) && part.tagName !== 'H1')
        say('a plate lies on the bar', plate)
    }
  const centre = document.querySelector('.centre')
  if (!settled)
    for (const part of all('.centre .play, .centre .tribute, .centre .info, .centre .river, .centre .hub, .centre .cell')) {
      const p = box(part)
      const q = box(centre)
      if (p.left < q.left - 3 || p.right > q.right + 3 || p.top < q.top - 4 || p.bottom > q.bottom + 6) say('runs out of the centre', part)
    }

  // plates: no text wraps; on a phone one's own is a single line where it tells cards (wins, melds and pillars stand in lines of their own)
  for (const plate of all('.plate')) {
    const words = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      if (!text.data.trim() || !seen(text.parentElement) || text.parentElement.closest('.bubble, .badges')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const tops = [...range.getClientRects()].map((line) => Math.round(line.top))
      if (Math.max(...tops) - Math.min(...tops) > 4) say('two lines in a plate', plate)
    }
    const parts = [...plate.querySelectorAll(':scope > .line, :scope > .extra')].filter((part) => seen(part) && box(part).height > 0).map(box)
    if (plate.matches('.mine') && wide < 600 && document.querySelector('.hand [data-card]') && parts.some((part) => part.top > parts[0].bottom - 4)) say('the player’s plate has two lines', plate)
  }

  // the mark of a ready hand and its waits cover no tile and no button
  for (const mark of all('.hand .ting, .hand .waits, .hand .chip'))
    for (const other of all('.hand .slot, .hand .meld, .thrown, .bar, .hub')) {
      const p = box(mark)
      const q = box(other)
      if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 2)
        say(`${mark.className} lies on ${other.className}`, other)
    }

  // targets
  for (const node of all('button, a[href], select, input, summary')) {
    const b = box(node)
    if (node.closest('.piece, .settled p, .settled li, aside') || node.matches('.piece, .split') || b.width === 0) continue
    if (b.right < 0 || b.left > wide) continue
    if (Math.round(b.width) < 40 || Math.round(b.height) < 40) say(`target of ${Math.round(b.width)}x${Math.round(b.height)}`, node)
  }

  // the hand: on the screen, and of each card a piece of 24 x 24 that a finger can touch
  const STRIP = 24
  if (!settled)
    for (const piece of all('.hand [data-card], .hand [data-tile], .hand [data-key]')) {
      const b = box(piece)
      if (b.left < -1 || b.right > wide + 1 || b.top < -1 || b.bottom > high + 1) say('a piece outside the screen', piece)
      if (!piece.querySelector('button') && !piece.matches('button')) continue
      const mine = (x, y) => document.elementFromPoint(x, y)?.closest('[data-card], [data-tile], [data-key]') === piece
      let free = false
      for (let y = b.top + 0.5; y + STRIP <= b.bottom + 1 && !free; y += 6)
        for (let x = b.left + 0.5; x + STRIP <= b.right + 1 && !free; x += 4)
          free = mine(x, y) && mine(x + STRIP - 1, y) && mine(x, y + STRIP - 1) && mine(x + STRIP - 1, y + STRIP - 1) && mine(x + STRIP / 2, y + STRIP / 2)
      if (!free) say('no room for a finger', piece)
    }

  // mahjong's hand: two rows break between suits wherever tiles stay 32 px wide with that, and the drawn tile stands apart
  const tiles = all('.hand .tiles > .slot').map((node) => ({ node, suit: node.dataset.tile[1], drawn: node.matches('.drawn'), place: box(node) }))
  const second = tiles.findIndex(({ place }) => place.top > tiles[0].place.top + 8)
  const same = (k) => tiles[k].suit === tiles[k - 1].suit && !tiles[k].drawn
  if (second > 0 && same(second)) {
    const n = tiles.length + (tiles.length % 3 === 1 ? 1 : 0)
    const melds = all('.hand .meld').map(box).reduce((sum, { width, height }) => sum + (width * 18) / (height * (60 / 86)) + 6, 0)
    const row = (count) => count * 35 + 6 // with the place of the drawn tile
    const room = box(document.querySelector('.hand .tiles')).width
    const wideEnough = (k) => Math.max(row(Math.max(k, n - k)), row(Math.min(k, n - k)) + melds + 12) <= room
    if (tiles.some(({ drawn }, k) => k && !drawn && !same(k) && wideEnough(k))) say('the hand breaks inside a suit', tiles[second].node.closest('.hand'))
  }
  const drawn = tiles.findIndex((one) => one.drawn)
  if (drawn > 0 && drawn !== second && tiles[drawn].place.left - tiles[drawn - 1].place.right < (second > 0 ? 10 : 5)) say('the drawn tile is not apart', tiles[drawn].node)
  for (const tile of all('.seat .meld [data-tile]')) {
    const least = Math.min(box(tile).width, box(tile).height)
    if (least < 17.9) say(`a meld of tiles ${Math.round(least)} px wide`, tile.closest('.melds'))
  }

  // Guandan: parts of the hand that stand apart have felt between them, and the button of a group lies on no card but its own
  const ends = new Map()
  for (const card of settled ? [] : all('.hand [data-card][data-part]')) {
    const b = box(card)
    const key = `${card.dataset.row} ${card.dataset.part}`
    const end = ends.get(key) ?? { left: b.left, right: b.right, card }
    ends.set(key, { left: Math.min(end.left, b.left), right: Math.max(end.right, b.right), card })
  }
  for (const [key, { right, card }] of ends) {
    const next = ends.get(key.replace(/\d+$/, (part) => Number(part) + 1))
    if (next && next.left < right + 3) say('no gap in the hand', card)
  }
  for (const split of settled ? [] : all('.hand .split')) {
    const b = box(split)
    for (const x of [b.left + 1, (b.left + b.right) / 2, b.right - 1])
      for (const y of [b.top + 1, (b.top + b.bottom) / 2, b.bottom - 1]) {
        const under = document.elementsFromPoint(x, y).map((one) => one.closest('[data-card]')).find(Boolean)
        if (under?.dataset.part !== split.dataset.part) say('the button of a group lies on another', split)
      }
  }

  // the player's own result of a settlement, without scrolling, and nothing over it
  if (settled) {
    const own = settled.querySelector('[data-own]')
    const b = own && box(own)
    const frame = box(settled)
    if (!own) found.push('the settlement does not tell the player’s own result')
    else if (b.top < frame.top - 1 || b.bottom > Math.min(frame.bottom, high) + 1 || b.left < -1 || b.right > wide + 1) say('the player’s own result is not seen', own)
    else if (!settled.contains(document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2))) say('something lies over the player’s own result', own)
    const size = (node) => parseFloat(getComputedStyle(node).fontSize)
    if (own && all('.settled *').some((node) => node.childElementCount === 0 && node.textContent.trim() && !node.closest('[data-own], svg') && size(node) > size(own)))
      found.push('something in the settlement is written larger than the player’s own result')
  }
  return [...new Set(found)]
}
