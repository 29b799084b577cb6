#!/usr/bin/env python3
"""An explicit-state model of the commit protocol between processes (docs/design/journal-commits.md).

    python3 spec/model/commit_protocol.py check [NAME ...]      explores configurations to the end
    python3 spec/model/commit_protocol.py mutants [NAME ...]    drops or reorders one step at a time; one alone with its shortest trace

Python 3.9 or later and nothing else. The search is breadth-first; the visited set holds 64-bit hashes. `./tool check-model` runs what fits
into a few minutes; the configurations here take up to an hour together.

A file is a list of records. A record is C on the medium; D dirty in the page cache; L dirty, but its write-back failed and its page was
marked clean, so that no later sync writes it; or X unreadable (torn, or dropped from the cache and not on the medium). A machine crash keeps
any subset of the D and L records, and any manifest since the last one whose rename was synced. A failed sync turns D into L and is
reported to every *other* descriptor that was open, once ("each"), or to none ("first", as old kernels do). Write-back can fail in the
background, L pages can be dropped, and processes die at every step, also in the middle of an append.

Invariants, checked on every transition: acknowledged saves are visible; what was visible stays visible, through kills, crashes and
reopening; failed saves are never visible; the versions of a cargo are 1, 2, 3 in order; a conflict is reported over a visible record only;
undamaged stores open; the processes that are left can always go on when others die.
"""
import sys, time
from collections import deque
from itertools import product

C, D, L, X = range(4)
NONE, ACK, FAIL, UNKNOWN, CONFLICT = range(5)
SEAL = 99
UNSURE = 99  # a generation that no manifest has: "not known to be on the medium"
# waiting for a lock: which, and where it goes on
WAIT = {'sealS': 'S sealA', 'sealA': 'A M', 'sA': 'A sx', 'SA': 'A SB', 'fixS': 'S fixA', 'fixA': 'A F', 'repS': 'S repA', 'repA': 'A R'}
CLOSED = {'dead', 'O', 'V', 'VY', 'VZ'}

# work: for each process the cargos it saves, in order (SEAL: seal the active segment, as a compaction does).
# budget: sync failures, manifest failures, kills, crashes, dropped pages.
CONFIGS = {
    'two':    dict(work=[[0, 1], [0, 2]], budget=(2, 1, 1, 1, 0), semantics='each'),
    'two-b':  dict(work=[[0, 1], [0, 2]], budget=(1, 1, 2, 0, 1), semantics='each'),
    'three':  dict(work=[[0], [0], [1]], budget=(1, 1, 1, 1, 0), semantics='each'),
    'seal':   dict(work=[[0], [1], [SEAL]], budget=(1, 1, 1, 1, 0), semantics='each'),
    'reader': dict(work=[[0], [0]], budget=(2, 1, 1, 1, 1), semantics='each', reader=True),
    'first':  dict(work=[[0, 1], [0]], budget=(2, 1, 2, 1, 0), semantics='first'),
    'first-3': dict(work=[[0], [1], [2]], budget=(1, 0, 1, 1, 0), semantics='first'),
    'small':  dict(work=[[0], [0]], budget=(2, 1, 2, 1, 1), semantics='each'),
}


class Violation(Exception):
    pass


class Protocol:
    """The new protocol. A state is a tuple of the FIELDS."""
    FIELDS = ('man', 'mg', 'mst', 'molds', 'segs', 'stS', 'stA', 'lA', 'lS', 'procs', 'out', 'bud', 'floor', 'rd')
    # man: lengths of the sealed segments; mg: its generation; mst: state of its rename; molds: what a crash may bring back
    # stS: (segment, durable, generation known durable, sync under way); stA: (segment, appended)
    # a process: (pc, next work, mode, segment, end, target, open segment + 1, witnessed from, error waiting, version it saw)

    def __init__(self, work, budget, semantics, reader=False, mutant=''):
        self.work, self.semantics, self.m = work, semantics, mutant
        self.offset = [sum(len(w) for w in work[:i]) for i in range(len(work))]
        n = sum(len(w) for w in work)
        self.cargo = [c for w in work for c in w]
        self.init = ((), 0, C, (), ((),), (0, 0, 0, 0), (0, 0), 0, 0, (('idle', 0, '', 0, 0, 0, 1, 0, 0, 0),) * len(work),
                     (NONE,) * n, budget, 0, (0,) if reader else None)

    # -- what readers see
    def live(self, s):
        return any(p[0] not in CLOSED for p in s[9])

    def records(self, man, segs, end):
        recs = []
        for i, n in enumerate(man): recs += segs[i][:n]
        return recs + list(segs[len(man)][:end])

    def shown(self, s, stS=None):
        man, segs, stS = s[0], s[4], stS or s[5]
        a = len(man)
        end = stS[1] if stS and stS[0] == a else 0
        if self.m == 'show-appended' and s[6] and s[6][0] == a: end = max(end, s[6][1])
        return self.records(man, segs, end)

    def mask(self, recs):
        mask, versions = 0, {}
        for r in recs:
            if r[4] == X: raise Violation('a record that was shown has become unreadable')
            mask |= 1 << r[0]
            versions[r[1]] = versions.get(r[1], 0) + 1
            if versions[r[1]] != r[2]: raise Violation('two winners of a version, or a gap')
        return mask

    def check(self, s, before):
        """Checks a transition's result; returns it with the floor, what was visible when the last process died."""
        if self.live(s):
            mask = self.mask(self.shown(s))
            if before & ~mask: raise Violation('something shown is gone')
            for sid, o in enumerate(s[10]):
                if o == ACK and not mask >> sid & 1: raise Violation('an acknowledged save is missing')
                if o == FAIL and mask >> sid & 1: raise Violation('a failed save is shown')
            return s[:12] + (0,) + s[13:]
        for sid, o in enumerate(s[10]):
            if o == ACK and not before >> sid & 1: raise Violation('an acknowledged save is missing')
        return s[:12] + (before,) + s[13:]

    # -- transitions
    def successors(self, s):
        man, mg, mst, molds, segs, stS, stA, lA, lS, procs, out, bud, floor, rd = s
        f, mf, kills, crashes, drops = bud
        a, M, res = len(man), self.m, []
        recs = segs[a]
        def emit(label, protocol=True, **kw):
            if M in ('append-unlocked', 'seal-without-A') and kw.get('lA') == 0 and protocol and lA != me: del kw['lA']
            if M == 'hold-A' and lA and procs[lA - 1] != kw.get('procs', procs)[lA - 1] and (kw.get('lS') == 0 or label[:8] == 'resolved'): kw['lA'] = 0
            res.append((label, protocol, tuple(kw.get(n, v) for n, v in zip(self.FIELDS, s))))
        def put(p, **kw):  # procs with one process changed
            q = dict(zip(('pc', 'k', 'mode', 'seg', 'end', 'tgt', 'fseg', 'w', 'err', 'base'), procs[p]))
            q.update(kw)
            return procs[:p] + (tuple(q.values()),) + procs[p + 1:]
        def active(new):
            return segs[:a] + (tuple(new),) + segs[a + 1:]
        def st(rs, old, new, start=0, end=99):
            return tuple(r[:4] + (new,) if r[4] == old and start <= i < end else r for i, r in enumerate(rs))
        def errors(ps, but):  # a write-back of the active segment failed
            if self.semantics == 'first': return ps
            return tuple(q[:8] + (1, q[9]) if i != but and q[6] == a + 1 and q[0] != 'dead' else q for i, q in enumerate(ps))
        def resolve(seg, end):
            if stS[0] == seg and stS[1] >= end: return 'ok'
            if seg < a:
                if man[seg] >= end: return 'ok'
                if stS[2] == mg or M == 'fail-on-unsure-manifest': return 'fail'
            return ''
        def finish(p, result, now=None, **kw):
            """The outcome of the work under way; releases what kw says."""
            pc, k, mode, seg, end, tgt = procs[p][:6]
            base = procs[p][9]
            sid = self.offset[p] + k
            o = out
            if mode == 'n' and result != 'unknown':  # not appended yet: try again
                return dict(procs=put(p, pc='idle', mode='', **kw))
            if mode == 's': outcome = NONE
            elif mode == 'c':
                outcome = CONFLICT if result == 'ok' else FAIL
                if result == 'ok' and sum(r[1] == self.cargo[sid] for r in self.shown(s, now)) <= base:
                    raise Violation('a conflict with a record that is not visible')
            elif result == 'unknown': outcome = FAIL if mode == 'n' or M == 'fail-on-manifest-error' else UNKNOWN
            else: outcome = ACK if result == 'ok' else FAIL
            o = out[:sid] + (outcome,) + out[sid + 1:]
            return dict(procs=put(p, pc='idle', k=k + 1, mode='', seg=0, end=0, tgt=0, base=0, **kw), out=o)
        known = stS is not None and stS[2] == mg and stS[0] == a or M == 'ignore-generation' and stS is not None and stS[0] == a
        durable = stS[1] if stS is not None and stS[0] == a else 0
        appended = stA[1] if stA is not None and stA[0] == a else 0

        for p, proc in enumerate(procs):
            pc, k, mode, seg, end, tgt, fseg, w, err, base = proc
            me = p + 1
            if pc in WAIT:
                lock, then = WAIT[pc].split()
                if pc == 'sealA' and M == 'seal-without-A': emit('no lock A', procs=put(p, pc=then))
                elif lock == 'A' and not lA: emit('lock A', procs=put(p, pc=then), lA=me)
                elif lock == 'S' and not lS: emit('lock S', procs=put(p, pc=then), lS=me)
            elif pc in ('dead', 'O'):
                if not lA: emit('open: lock A', procs=put(p, pc='V', fseg=0, w=0, err=0, mode='', seg=0, end=0, tgt=0, base=0), lA=me)
            elif pc == 'V':  # holds A, tries lock O
                if any(q[0] not in CLOSED for q in procs) or M == 'trust-state' and stS:
                    emit('others are open', procs=put(p, pc='idle'), lA=0)
                    continue
                if lS: raise Violation('S is held though no process has the store open')
                good = next((i for i, r in enumerate(recs) if r[4] == X), len(recs))
                if any(r[4] != X and r[3] > good for r in recs): raise Violation('a sound store is taken for damaged')
                mark = max([r[3] for r in recs[:good]], default=0)
                if M == 'recover-at-watermark': good = mark
                new = recs if M == 'recover-without-rewriting' else st(recs, L, D, mark, good)
                emit('recover: rewrite', procs=put(p, pc='VY', tgt=good, fseg=a + 1, w=good, err=0), segs=active(new), lS=me)
            elif pc == 'VY':
                if not err or M == 'recover-without-sync':
                    new = recs[:tgt] if M == 'recover-without-sync' else st(recs[:tgt], D, C)
                    emit('recover: sync', procs=put(p, pc='VZ'), segs=active(new))
                if err or f:
                    ps = put(p, pc='O', err=0)
                    emit('recover: sync fails', procs=ps, segs=active(st(recs, D, L)), lA=0, lS=0, bud=(f - (not err), mf, kills, crashes, drops))
            elif pc == 'VZ':
                gen = mg if any(r[3] for r in recs) or M == 'assume-manifest' else UNSURE
                emit('recovered', procs=put(p, pc='idle', tgt=0), stS=(a, tgt, gen, 0), stA=(a, tgt), lA=0, lS=0)
            elif pc == 'idle':
                if k == len(self.work[p]): continue
                if self.work[p][k] == SEAL:
                    if not lS: emit('lock S', procs=put(p, pc='sA', mode='s'), lS=me)
                elif not lA or M == 'append-unlocked': emit('lock A', procs=put(p, pc='A', mode='n'), lA=lA if M == 'append-unlocked' else me)
            elif pc == 'A':  # holds A
                if not known:
                    emit('manifest unsure', procs=put(p, pc='fixS'), lA=0)
                    continue
                if any(r[4] == X for r in recs[durable:]):
                    emit('bad bytes', procs=put(p, pc='repS'), lA=0)
                    continue
                if fseg != a + 1: fseg, w, err = a + 1, len(recs), 0
                sid = self.offset[p] + k
                cargo = self.cargo[sid]
                base = sum(r[1] == cargo for r in self.shown(s))
                last = sum(r[1] == cargo for r in self.records(man, segs, 99))
                if last != base:
                    if M == 'conflict-at-once': raise Violation('a conflict with a record that is not visible')
                    emit('conflict', procs=put(p, pc='W', mode='c', seg=a, end=len(recs), base=base, fseg=fseg, w=w, err=err),
                         stA=stA if M == 'adopt-silently' else (a, len(recs)), lA=0)
                    continue
                mark = len(recs) if M == 'watermark-is-end' else durable
                new = recs + ((sid, cargo, last + 1, mark, D),)
                if M in ('append-unlocked', 'seal-without-A'):  # the lock no longer makes looking and writing one step
                    emit('look', procs=put(p, pc='A2', seg=a, end=len(new), tgt=(cargo, last + 1, mark), fseg=fseg, w=w, err=err))
                    continue
                emit('append', procs=put(p, pc='B', mode='w', seg=a, end=len(new), fseg=fseg, w=w, err=err), segs=active(new))
                if kills:
                    emit('killed in append', False, procs=put(p, pc='dead', mode='', k=k + 1), lA=0, segs=active(recs + ((63, 0, 0, 0, X),)),
                         bud=(f, mf, kills - 1, crashes, drops))
            elif pc == 'A2':
                rec = (self.offset[p] + k,) + tgt + (D,)
                new = segs[seg][:end - 1] + (rec,) + segs[seg][end:]
                emit('append', procs=put(p, pc='B', mode='w', tgt=0), segs=segs[:seg] + (new,) + segs[seg + 1:])
            elif pc == 'B':
                if M == 'appended-unlocked': emit('unlock A', procs=put(p, pc='B2'), lA=0)
                else: emit('set appended', procs=put(p, pc='W'), stA=(seg, end), lA=lA if M == 'hold-A' else 0)
            elif pc == 'B2':
                emit('set appended', procs=put(p, pc='W'), stA=(seg, end))
            elif pc == 'W':
                r = resolve(seg, end)
                if r: emit('resolved: ' + r, **finish(p, r))
                if not lS: emit('lock S', procs=put(p, pc='S'), lS=me)
            elif pc == 'S':  # holds S
                r = resolve(seg, end)
                if r and M != 'no-check-under-S':
                    emit('resolved: ' + r, lS=0, **finish(p, r))
                    continue
                if not known:
                    emit('manifest unsure', procs=put(p, pc='fixA'))
                    continue
                target = max(appended, end) if M != 'target-is-length' else len(recs)
                if M == 'no-check-under-S' and seg != a: target = end
                if stS[3] and M == 'distrust-to-target': w = max(w, target)
                elif stS[3] and M != 'no-flag':
                    emit('flag is set', procs=put(p, pc='SA'))
                    continue
                lo = 99 if M == 'no-witness' else durable
                if any(r[4] == X for r in recs[durable:min(w, target)]) and M != 'rewrite-unchecked':
                    emit('dropped bytes', procs=put(p, pc='sealA'))
                    continue
                flag = 0 if M == 'no-flag' else 1
                emit('rewrite, set flag', procs=put(p, pc='Y', tgt=target, w=w), segs=active(st(recs, L, D, lo, min(w, target))), stS=stS[:3] + (flag,))
            elif pc == 'SB':  # the last sync is not to be trusted: everything is written again
                good = next((i for i, r in enumerate(recs) if i >= durable and r[4] == X), len(recs))
                if good < appended: emit('dropped bytes', procs=put(p, pc='M'))
                else: emit('rewrite all, unlock A', procs=put(p, pc='Y', tgt=max(good, durable), w=len(recs)), segs=active(st(recs, L, D, durable, good)), lA=0)
            elif pc in ('Y', 'RY', 'sY'):  # fdatasync, S held
                nxt = {'Y': 'Z', 'RY': 'RZ', 'sY': 'sZ'}[pc]
                if M == 'ack-first' and pc == 'Y': tgt = target = max(tgt, end)
                if not err:
                    new = st(recs, D, C)
                    if pc == 'RY': new = new[:tgt]
                    if M == 'ack-first' and pc == 'Y' and mode == 'w':
                        sid = self.offset[p] + k
                        emit('sync, acknowledge', procs=put(p, pc=nxt), segs=active(new), out=out[:sid] + (ACK,) + out[sid + 1:])
                    else: emit('sync', procs=put(p, pc=nxt), segs=active(new))
                if err or f:
                    ps = put(p, pc='sealA' if pc == 'Y' else 'M', err=0)
                    if self.semantics == 'first' and err: ps = tuple(q[:8] + (0, q[9]) if q[6] == a + 1 else q for q in ps)
                    else: ps = ps if err else errors(ps, p)
                    if M == 'retry-sync' and pc == 'Y': ps = ps[:p] + (('Y',) + ps[p][1:],) + ps[p + 1:]
                    if M == 'unlock-S-before-seal' and pc == 'Y': ps = ps[:p] + (('sealS',) + ps[p][1:],) + ps[p + 1:]
                    emit('sync fails', procs=ps, segs=active(st(recs, D, L)), bud=(f - (not err), mf, kills, crashes, drops),
                         lS=0 if M == 'unlock-S-before-seal' and pc == 'Y' else lS)
            elif pc == 'Z':
                if M == 'target-after-sync': tgt = max(tgt, appended)
                new = (seg if M == 'no-check-under-S' else a, tgt, mg, 0)
                emit('set durable, acknowledge', stS=new, lS=0, **finish(p, 'ok', new))
            elif pc == 'sx':  # an ordinary seal, S and A held
                if not known: emit('manifest unsure', procs=put(p, pc='MF', mode='n'))
                elif any(r[4] == X for r in recs[durable:]): emit('bad bytes', procs=put(p, pc='M'))
                elif M == 'seal-without-sync': emit('no sync', procs=put(p, pc='sZ', tgt=len(recs)))
                else:
                    if fseg != a + 1: fseg, w, err = a + 1, len(recs), 0
                    if stS[3]: w = len(recs)
                    emit('rewrite, set flag', procs=put(p, pc='sY', tgt=len(recs), fseg=fseg, w=w, err=err),
                         segs=active(st(recs, L, D, durable, w)), stS=stS[:3] + (1,))
            elif pc == 'sZ':
                emit('set durable', procs=put(p, pc='M'), stS=(a, tgt, mg, 0))
            elif pc == 'M':  # seal at durable, S and A held
                at = durable
                if M == 'seal-at-own-start' and mode == 'w': at = max(durable, end - 1)
                old = (molds if mst != C else ()) + ((man, mg),)
                emit('rename sealing manifest', procs=put(p, pc='N'), man=man + (at,), mg=mg + 1, mst=D, molds=old,
                     segs=segs[:a + 1] + ((),), **({'stS': (a + 1, 0, mg + 1, 0)} if M == 'state-before-sync' else {}))
                if mf: self.fail(emit, finish, p, bud, 'manifest fails')
            elif pc == 'MF':  # the same manifest again, S and A held
                if M == 'sync-directory-only': emit('no rename', procs=put(p, pc='N'))
                else:
                    old = (molds if mst != C else ()) + ((man, mg),)
                    emit('rename same manifest', procs=put(p, pc='N'), mg=mg + 1, mst=D, molds=old)
                if mf: self.fail(emit, finish, p, bud, 'manifest fails')
            elif pc == 'N':
                if mst == D: emit('sync directory', procs=put(p, pc='P'), mst=C, molds=())
                else: emit('sync directory', procs=put(p, pc='P'))
                if mf: self.fail(emit, finish, p, bud, 'directory sync fails', mst=L if mst == D else mst)
            elif pc == 'P':
                same = stS[0] == a
                emit('set segment', procs=put(p, pc='Q'), stS=(a, durable, mg, stS[3] if same else 0))
            elif pc == 'Q':
                new = stA if stA is not None and stA[0] == a else (a, len(recs))
                r = resolve(seg, end) if mode in ('w', 'c') else ''
                kw = finish(p, r) if r or mode in ('s', 'n') else dict(procs=put(p, pc='W'))
                if mode == 'n' and not r: kw = dict(procs=put(p, pc='idle', mode=''))
                emit('set appended, unlock: ' + (r or 'go on'), stA=new, lA=0 if lA == me else lA, lS=0, **kw)
            elif pc == 'F':
                if known: emit('done meanwhile', procs=put(p, pc='W' if mode in ('w', 'c') else 'idle'), lA=0, lS=0)
                else: emit('manifest unsure', procs=put(p, pc='MF'))
            elif pc == 'R':  # bytes behind `durable` that are no record
                bad = next((i for i, r in enumerate(recs) if i >= durable and r[4] == X), None)
                if not known or bad is None: emit('done meanwhile', procs=put(p, pc='idle', mode=''), lA=0, lS=0)
                elif (stA and stA[0] == a and bad >= appended) or M == 'cut-below-appended':
                    if M == 'cut-without-sync':
                        emit('cut', procs=put(p, pc='idle', mode=''), segs=active(recs[:bad]), lA=0, lS=0)
                    else: emit('cut', procs=put(p, pc='RY', tgt=bad, fseg=a + 1, w=len(recs), err=0), segs=active(st(recs, L, D, durable, bad)),
                               stS=stS[:3] + (1,))
                else: emit('dropped bytes', procs=put(p, pc='M'))
            elif pc == 'RZ':
                emit('set both', procs=put(p, pc='idle', mode='', tgt=0), stS=(a, tgt, mg, 0), stA=(a, tgt), lA=0, lS=0)
            if kills and pc != 'dead':
                held = dict(lA=0 if lA == me else lA, lS=0 if lS == me else lS, bud=(f, mf, kills - 1, crashes, drops))
                kk = k + (mode in ('w', 'c', 's'))
                emit('killed', False, procs=put(p, pc='dead', k=kk, fseg=0, w=0, err=0, mode='', seg=0, end=0, tgt=0, base=0), **held)
                if M == 'one-copy' and pc in ('S', 'Z', 'P', 'RZ', 'sZ'):
                    emit('killed in set', False, procs=put(p, pc='dead', k=kk, fseg=0, w=0, err=0, mode='', seg=0, end=0, tgt=0, base=0),
                         stS=(a, max([r[3] for r in recs], default=0), mg, 1), **held)
        if rd:
            acked = sum(1 << i for i, o in enumerate(out) if o == ACK)
            if len(rd) == 1 and stS: emit('reader: state', False, rd=(stS, acked))
            elif len(rd) == 2:
                mask = self.mask(self.shown(s, rd[0]) if rd[0][0] <= a else [])
                if rd[1] & ~mask: raise Violation('a reader misses an acknowledged save')
                if self.live(s) and mask & ~self.mask(self.shown(s)): raise Violation('a reader shows too much')
                emit('reader: shows', False, rd=(0,))
            if kills: emit('reader killed', False, rd=None, bud=(f, mf, kills - 1, crashes, drops))
        if f and any(r[4] == D for r in recs):
            emit('write-back fails', False, procs=tuple(q[:8] + (1, q[9]) if q[6] == a + 1 and q[0] != 'dead' else q for q in procs),
                 segs=active(st(recs, D, L)), bud=(f - 1, mf, kills, crashes, drops))
        if drops:
            for i, r in enumerate(recs):
                if r[4] == L:
                    for to in (C, X):
                        emit('page dropped', False, segs=active(recs[:i] + (r[:4] + (to,) if to == C else (63, 0, 0, 0, X),) + recs[i + 1:]),
                             bud=(f, mf, kills, crashes, drops - 1))
        if crashes:
            dead = tuple(('dead', q[1] + (q[2] in ('w', 'c', 's')), '', 0, 0, 0, 0, 0, 0, 0) for q in procs)
            for m, g in ((man, mg),) + (molds if mst != C else ()):
                kept = [list(segs[i][:n]) for i, n in enumerate(m)] + [list(segs[len(m)])]
                loose = [(i, j) for i, rs in enumerate(kept) for j, r in enumerate(rs) if r[4] in (D, L)]
                for choice in product((C, X), repeat=len(loose)):
                    new = [list(rs) for rs in kept]
                    for (i, j), c in zip(loose, choice): new[i][j] = new[i][j][:4] + (C,) if c == C else (63, 0, 0, 0, X)
                    while new[-1] and new[-1][-1][4] == X: new[-1].pop()
                    for slots in (((stS, stA), self.init[5:7]) if M == 'trust-state' else ((None, None),)):  # never synced: now or then
                        emit('crash', False, man=m, mg=g, mst=C, molds=(), segs=tuple(map(tuple, new)), stS=slots[0], stA=slots[1],
                             lA=0, lS=0, procs=dead, rd=None, bud=(f, mf, kills, crashes - 1, drops))
        return res

    @staticmethod
    def fail(emit, finish, p, bud, label, **kw):
        kw.update(finish(p, 'unknown'))
        emit(label, lA=0, lS=0, bud=(bud[0], bud[1] - 1) + bud[2:], **kw)

    def blocked(self, s):
        return any(p[0] != 'dead' and not (p[0] == 'idle' and p[1] == len(self.work[i])) for i, p in enumerate(s[9]))


def explore(model, limit, traced=False, progress=False):
    """Breadth-first; returns (states, transitions, violation or None, trace, complete).

    With `progress`, also checks that from each state the protocol's own steps, without another failure, let all live processes finish.
    """
    init = model.init
    back, ends = {}, []
    seen, queue, parents = {hash(init)}, deque([init]), {hash(init): None}
    edges, end = 0, time.time() + limit
    while queue:
        s = queue.popleft()
        h = hash(s)
        label = None
        try:
            before = model.mask(model.shown(s)) if model.live(s) else s[12]
            steps = model.successors(s)
            if not any(protocol for _, protocol, _ in steps) and model.blocked(s): raise Violation('blocked for ever')
            if progress and not model.blocked(s): ends.append(h)
            for label, protocol, t in steps:
                edges += 1
                t = model.check(t, before)
                g = hash(t)
                if progress and protocol: back.setdefault(g, []).append(h)
                if g in seen: continue
                seen.add(g)
                if traced: parents[g] = (h, label)
                queue.append(t)
        except Violation as v:
            trace = [label] if label else []
            while traced and parents[h]:
                h, step = parents[h]
                trace.append(step)
            return len(seen), edges, str(v), trace[::-1], False
        if edges & 1023 < 8 and time.time() > end: return len(seen), edges, None, [], False
    if progress:
        able = set(ends)
        while ends: ends += [g for g in back.pop(ends.pop(), ()) if g not in able and not able.add(g)]
        if len(able) < len(seen): return len(seen), edges, f'{len(seen) - len(able)} states from which not all can finish', [], True
    return len(seen), edges, None, [], True


# what is left out or changed: how the protocol would read without the step
MUTANTS = {
    'append-unlocked': 'appending does not take A',
    'appended-unlocked': 'A is released before `appended` is written',
    'hold-A': 'A is held while waiting for S',
    'adopt-silently': '`appended` is not raised over records that a dead process left',
    'conflict-at-once': 'a conflict is reported before the record it met is durable',
    'show-appended': 'readers show up to `appended`',
    'ack-first': 'acknowledged after the sync, before `durable` is written',
    'target-after-sync': '`appended` is read after the sync',
    'target-is-length': 'the target is the end of the file, not `appended`',
    'no-check-under-S': 'the outcome is not looked at again once S is held',
    'no-witness': 'bytes older than the descriptor are not rewritten before the sync',
    'rewrite-unchecked': 'bytes are rewritten without checking that they are records',
    'no-flag': 'no "sync under way" flag',
    'distrust-to-target': 'with the flag found set, only bytes up to the target are rewritten',
    'retry-sync': 'a failed sync is tried again',
    'seal-at-own-start': 'sealed before the own bytes, not at `durable`',
    'seal-without-A': 'sealing does not take A',
    'unlock-S-before-seal': 'S is released between failed sync and seal',
    'seal-without-sync': 'a full segment is sealed without a sync',
    'fail-on-manifest-error': 'reported as failed though sealing failed',
    'fail-on-unsure-manifest': 'reported as failed by a manifest not known durable',
    'ignore-generation': 'a manifest is used before it is known durable',
    'sync-directory-only': 'an unsure manifest is synced again, not renamed again',
    'state-before-sync': 'the state names the new segment before the directory sync',
    'assume-manifest': 'recovery takes the manifest for durable',
    'trust-state': 'the first to open believes the state file',
    'recover-at-watermark': 'recovery cuts at the watermark',
    'recover-without-rewriting': 'recovery syncs without rewriting',
    'recover-without-sync': 'recovery does not sync',
    'cut-below-appended': 'bad bytes are always cut off, never sealed off',
    'cut-without-sync': 'bad bytes are cut off without a sync',
    'one-copy': 'the state has one copy, torn by a kill',
    'watermark-is-end': 'the watermark of a line is where it starts',
}


# No invariant of the model needs these: two fail saves without need, and the model keeps no rest of an unsynced cut on the medium.
HARMLESS = ('seal-without-A', 'unlock-S-before-seal', 'cut-without-sync')


def check(names):
    sound = True
    for name in names or CONFIGS:
        start = time.time()
        states, edges, found, _, whole = explore(Protocol(**CONFIGS[name]), 3600, False, name == 'small')
        sound = sound and whole and not found
        print(f'{name:8} {states} states, {edges} transitions, {"all" if whole else "not all"}, {time.time() - start:.0f} s: '
              f'{found or "no violation"}', flush=True)
    return sound


def mutants(names):
    for name in names or MUTANTS:
        for configuration in ('small', 'seal', 'first-3', 'first', 'two-b'):
            states, _, found, trace, _ = explore(Protocol(mutant=name, **CONFIGS[configuration]), 110 if len(names) == 1 else 50, True)
            if found: break
        print(f'{name:26}', f'{configuration}, {states} states: {found}, {len(trace)} steps' if found else 'no violation found', flush=True)
        if len(names) == 1: print('    ' + '; '.join(trace))
    return True


if __name__ == '__main__':
    command, names = (sys.argv[1:] + ['check'])[0], sys.argv[2:]
    sys.exit(not (mutants(names) if command == 'mutants' else check(names)))
