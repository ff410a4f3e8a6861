//! Which bodies and pairs the rules of a study are about.

use obbtree_scene::{BodyId, Scene};
use wildmatch::WildMatch;

use crate::study::{Rule, Study};

/// Of each body by its number: the rules, as bits, that have it among these and those, and its
/// group.
pub(crate) struct Selected {
    these: Vec<u64>,
    those: Vec<u64>,
    /// For each rule the pairs of patterns that it leaves out, as bits of each body.
    except: Vec<[Vec<bool>; 2]>,
    /// The rule of each of these.
    except_rule: Vec<usize>,
    pub(crate) groups: Vec<Option<u16>>,
    /// Patterns that no body has.
    pub(crate) unused: Vec<String>,
}

impl Selected {
    pub(crate) fn new(study: &Study, scene: &Scene) -> Self {
        let bodies: Vec<(BodyId, &str)> =
            scene.ids().filter_map(|id| Some((id, scene.name(id).ok()?))).collect();
        let count = bodies.last().map_or(0, |(id, _)| id.number() as usize + 1);
        let mut selected = Self {
            these: vec![0; count],
            those: vec![0; count],
            except: Vec::new(),
            except_rule: Vec::new(),
            groups: vec![None; count],
            unused: Vec::new(),
        };
        for (n, rule) in study.rules.iter().enumerate() {
            let [these, those, not] = [&rule.these, &rule.those, &rule.not]
                .map(|patterns| selected.bodies_of(study, rule, &bodies, patterns));
            for (body, &is_out) in not.iter().enumerate() {
                selected.these[body] |= u64::from(these[body] && !is_out) << n;
                selected.those[body] |= u64::from(those[body] && !is_out) << n;
            }
            for pair in &rule.except {
                let found = pair.each_ref().map(|pattern| {
                    selected.bodies_of(study, rule, &bodies, std::slice::from_ref(pattern))
                });
                selected.except.push(found);
                selected.except_rule.push(n);
            }
        }
        for (group, patterns) in study.groups.values().enumerate() {
            let patterns: Vec<_> = patterns.iter().map(|text| WildMatch::new(text)).collect();
            for (id, name) in &bodies {
                let place = &mut selected.groups[id.number() as usize];
                if place.is_none() && patterns.iter().any(|pattern| pattern.matches(name)) {
                    *place = u16::try_from(group).ok();
                }
            }
        }
        selected
    }

    fn bodies_of(
        &mut self,
        study: &Study,
        rule: &Rule,
        bodies: &[(BodyId, &str)],
        patterns: &[String],
    ) -> Vec<bool> {
        let mut found = vec![false; self.these.len()];
        for pattern in patterns {
            let of_group = pattern.strip_prefix('@').and_then(|group| study.groups.get(group));
            let texts = of_group.map_or(std::slice::from_ref(pattern), Vec::as_slice);
            let texts: Vec<_> = texts.iter().map(|text| WildMatch::new(text)).collect();
            let mut is_used = false;
            for (id, name) in bodies {
                if texts.iter().any(|text| text.matches(name)) {
                    found[id.number() as usize] = true;
                    is_used = true;
                }
            }
            if !is_used {
                self.unused.push(format!("rule {:?}: no body is {pattern:?}", rule.name));
            }
        }
        found
    }

    /// The rules about a pair, as bits.
    pub(crate) fn rules_of(&self, [a, b]: [u32; 2]) -> u64 {
        let (a, b) = (a as usize, b as usize);
        let mut rules = (self.these[a] & self.those[b]) | (self.these[b] & self.those[a]);
        for ([one, other], rule) in self.except.iter().zip(&self.except_rule) {
            if (one[a] && other[b]) || (one[b] && other[a]) {
                rules &= !(1 << rule);
            }
        }
        rules
    }
}
